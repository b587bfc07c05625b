"""What waits for an official: one table of kinds, read by one query, and the bar that shows it.

What follows next in an event is in `tournaments.progress`, what a decision asks in `web.desk`.
"""
