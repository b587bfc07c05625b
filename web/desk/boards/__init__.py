"""The boards of an event at the desk: their movement, and hands read in.

Deals in play are in `web.desk.deals`.
"""
