"""The tablet at a table: its page, its API, and what makes it an app.

What it enters is judged by `sheets`, `claims` and `calls`.
"""
