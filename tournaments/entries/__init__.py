"""People and teams as an event has them: lists that were pasted, names, the roster, the seeding.

Changing who takes part belongs to `organise`.
"""
