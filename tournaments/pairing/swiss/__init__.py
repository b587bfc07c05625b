"""The Swiss draw: two at a table, brought together by the cheapest exact matching.

Matching itself, rounds and their values are shared by all draws and lie beside this package.
"""
