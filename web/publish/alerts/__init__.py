"""What is waiting for an official: one table of kinds, read by one query, and the bar that shows
it.

The next step of an event is in `tournaments.progress`, the decisions themselves in `web.desk`.
"""
