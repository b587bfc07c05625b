"""Messages of a club to the world outside: its channels, the queue of what waits, and its delivery.

What a message says, and what it leads to, belongs to `web.publish.messages`.
"""
