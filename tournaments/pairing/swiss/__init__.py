"""The Swiss draw: two at a table, paired by the cheapest exact matching.

Matching, rounds and their values are shared by all draws and belong to the package above.
"""
