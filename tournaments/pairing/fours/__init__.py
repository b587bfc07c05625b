"""Draws of four single players at a table, with or without partners, and their fixed movements.

Pairs and teams over boards belong to `movements`.
"""
