"""How public pages and documents are found, made and served, by their addresses.

What stands on a page is in `pages`, on paper in `printed`.
"""
