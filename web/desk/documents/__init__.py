"""The documents of an event at the desk: ordered, watched and read, and texts for the chat.

How one is drawn is in `publish.printed`.
"""
