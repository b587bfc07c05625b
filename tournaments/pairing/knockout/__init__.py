"""The knockout: its bracket, who is placed where, and what follows from its results.

Groups before a knockout are divided in `groups`.
"""
