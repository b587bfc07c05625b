"""Adjusted scores, fouled boards and late exposures at the desk: previewed first, then given."""
