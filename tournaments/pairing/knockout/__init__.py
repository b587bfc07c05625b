"""The knockout: its bracket, the placement of entries, and the consequences of results.

Groups before a knockout are divided in `groups`.
"""
