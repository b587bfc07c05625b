"""The mirror of a club as its owners set it: where it lies, its test, when it was last heard.

What is pushed, and how, is in `web/publish/mirror/`.
"""
