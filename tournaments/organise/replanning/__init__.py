"""Changes to the whole plan of an event before its first published draw, and their impact.

Settings that can also change later are in `organise.settings`.
"""
