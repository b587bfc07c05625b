"""The tablet at a table: its page, its API, and what makes it an app.

What it sends is decided in `sheets`, `claims` and `calls`.
"""
