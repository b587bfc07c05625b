"""What `scripts/documents.py` renders: worlds with a fixed chance, their papers and their pages.

Whether two renderings are alike is told by their sums, not here.
"""
