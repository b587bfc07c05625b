"""Reading line-ups (出场名单): eligible players, line-ups handed in, and late ones.

Handing in and revealing belong to `organise`, deadlines and seats of line-ups to `structure`.
"""
