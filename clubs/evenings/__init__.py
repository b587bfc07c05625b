"""The next evening: made of an earlier one, with what it takes over and what it is called.

What was played stays with the evening it belongs to; a new event of its own is in `organise`.
"""
