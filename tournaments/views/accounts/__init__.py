"""The desk's pages of those who sign in: the first owner, accounts, PINs and name slips.

What lets somebody in is decided in `credentials`.
"""
