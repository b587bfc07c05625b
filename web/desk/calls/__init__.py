"""Calls for the referee at the desk: which table waits, since when, and who goes.

The call itself comes from `web.tablet`.
"""
