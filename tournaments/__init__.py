"""The structure of a competition, its official record and its standings.

What people see of it is in `web`, the office of a club in `clubs`.
"""
