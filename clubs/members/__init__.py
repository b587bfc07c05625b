"""The members of a club: their register, its lists and files, guests, duplicates and merging.

Typed names are matched in `tournaments.persons`, pages are in `web.desk.members`.
"""
