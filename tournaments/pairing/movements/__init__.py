"""Movements of pairs over boards: Mitchell, Howell, and the checker of both.

Movements of single players belong to `fours`.
"""
