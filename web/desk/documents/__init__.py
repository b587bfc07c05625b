"""The documents of an event at the desk: ordered, watched and read, and texts for the chat.

They are drawn in `web.publish.printed`.
"""
