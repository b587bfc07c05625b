"""What a next evening takes over from an earlier one, and what it is called.

The operation is in `organise.repeats`; what was played stays with the evening it belongs to.
"""
