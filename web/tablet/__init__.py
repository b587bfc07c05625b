"""The tablet at a table and the phones of players, captains and members: pages and API.

What they send is decided in `referee` and `clubs`.
"""
