"""Files and tables of a list: their sheets, heads, columns and rows.

Pasted lines are parsed outside this package; `reader` calls both.
"""
