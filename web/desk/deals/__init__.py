"""A deal at the desk: its sheets and results, paper that is typed, versions compared.

What decisions on it share is in `decisions`, the fields of paper in `typed_sheets`.
"""
