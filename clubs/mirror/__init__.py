"""The mirror of a club as it is laid down: its store, its secret, how the last push went.

What is pushed, and how, is in `web/publish/mirror/`.
"""
