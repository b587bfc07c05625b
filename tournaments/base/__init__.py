"""What all of the competition stands on: how a refusal is said, the hours of a hall.

Rows are in `models`.
"""
