"""Views of accounts and credentials: first run, sign-in, passwords, PINs and name slips.

How a credential is checked is decided in `clubs.credentials`.
"""
