"""Adjusted scores, fouled boards and late exposures at the desk: looked at first, then given."""
