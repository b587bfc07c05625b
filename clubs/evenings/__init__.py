"""Repeating an evening: the next one, created from an earlier one, and its title.

Results stay with the earlier evening; new events are created in `organise`.
"""
