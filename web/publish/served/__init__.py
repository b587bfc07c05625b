"""How public pages and documents are found, made and served, by their addresses.

The contents of pages are in `pages`, those of documents in `printed`.
"""
