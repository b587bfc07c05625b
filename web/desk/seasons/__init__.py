"""Seasons and ratings of a club at the desk: rules, events, tables and persons.

What they come to is computed in `clubs.seasons` and `clubs.ratings`.
"""
