"""Seasons and ratings of a club at the desk: rules, events, tables and persons.

They are computed in `clubs.seasons` and `clubs.ratings`.
"""
