"""Foundations of the competition: refusals, codes marked for translation, and local time.

Rows are in `models`.
"""
