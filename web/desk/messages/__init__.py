"""Where the messages of a club go: its channels at the desk, with a test and a log.

What is told, and how it is delivered, belongs to `web.publish.messages` and `clubs.messages`.
"""
