"""The first page of the desk and that of a tournament: what is to be done, and what waits.

The page of an event is in `rounds`, a new event in `events`.
"""
