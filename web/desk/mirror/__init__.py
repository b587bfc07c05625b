"""The mirror of a club as its owners configure it: its store, its test, its last push.

Pushing is in `web/publish/mirror/`.
"""
