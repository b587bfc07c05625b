"""Entries of an event: lists of names, teams and seeding to import, and the roster.

Adding and changing entries belongs to `organise`.
"""
