"""The tables of a round for pages and the desk: who sits there, and who is missing.

The scores of a table are in `results`; pages of rounds are in `publish.pages`.
"""
