"""What a club sends to its chat at four moments of an evening, as plain text to be copied.

The report of an evening for everybody, and pictures, are in `sharing`.
"""
