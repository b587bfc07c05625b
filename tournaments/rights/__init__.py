"""Access to rows: accounts by their roles, strangers, and sealed data.

Signing in is in `clubs.credentials`.
"""
