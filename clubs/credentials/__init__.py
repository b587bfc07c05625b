"""Credentials: accounts, PINs, and the links of captains and players.

Permissions belong to `tournaments.rights`, limits of attempts to `system.attempts`.
"""
