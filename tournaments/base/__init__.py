"""Foundations of the competition: refusals, words marked for translation, and local time.

Rows are in `models`.
"""
