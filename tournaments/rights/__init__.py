"""Who may reach which rows: accounts by their roles, strangers, and what is sealed.

How somebody signs in is in `clubs.credentials`.
"""
