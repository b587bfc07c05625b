"""The members of a club: their register, its keys, and who of it a typed name means.

Entering somebody in an event belongs to `organise`, pages to `views.members`.
"""
