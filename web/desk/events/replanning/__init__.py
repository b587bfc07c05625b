"""The form of a new event filled with what is stored of one, to change it before its first draw.

What may be changed later too is in `events.settings`.
"""
