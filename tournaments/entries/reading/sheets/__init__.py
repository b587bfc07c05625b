"""Files and tables of a list: their sheets, the heads and columns in them, and their rows.

Pasted lines are read beside this package; `reader` calls both.
"""
