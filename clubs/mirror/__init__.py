"""The settings of a club's mirror: its store, its secret, how the last push went.

What is pushed, and how, is in `web/publish/mirror/`.
"""
