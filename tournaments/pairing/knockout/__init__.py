"""The knockout: its frame, who is placed where, and what its results come to.

Groups before a knockout are divided in `groups`.
"""
