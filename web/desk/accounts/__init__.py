"""Views of accounts and credentials: first run, sign-in, passwords, PINs and name slips.

`clubs.credentials` decides how a credential is checked.
"""
