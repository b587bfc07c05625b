"""Everything of an event changed until its first published draw, and whom a change touches.

What may be changed later too is in `organise.settings`.
"""
