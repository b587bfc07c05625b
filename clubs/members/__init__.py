"""The members of a club: their register, its lists and files, guests, doubles and merging.

Who a typed name means is in `tournaments.persons`, pages are in `web.desk.members`.
"""
