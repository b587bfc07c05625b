"""Credentials: accounts, PINs, and the links of captains and players.

Permissions belong to `access`, limits of attempts to `system.attempts`.
"""
