"""Calls for the referee at the desk: which table waits, since when, and who is going.

Calls are made in `web.tablet`.
"""
