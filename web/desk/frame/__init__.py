"""What every page of the desk shares: who acts and is told what, how its rows are fetched.

Forms that several faces share are in `web.forms`.
"""
