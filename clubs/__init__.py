"""The office of a club: members, accounts, links and secrets, entering, seasons, ratings, fees.

The competition and its official record are in `tournaments`, pages in `web`.
"""
