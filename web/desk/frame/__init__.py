"""What every page of the desk shares: the acting user, messages, and how rows are fetched.

Forms that several faces share are in `web.forms`.
"""
