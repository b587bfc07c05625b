"""The output of `scripts/documents.py`: worlds with fixed random numbers, their papers and pages.

Two renderings are compared by their sums, not here.
"""
