"""Seals (印谱): a square seal for every person, drawn from the name; never round, never at a
signature.

The stamp of official results is not a person's seal, and is a part of the pages.
"""
