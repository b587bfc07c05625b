"""The texts that a club copies to its chat at four moments of an evening.

The report of an evening for everybody, and pictures, are in `sharing`.
"""
