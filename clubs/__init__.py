"""The office of a club: members, accounts and links, registration, seasons, ratings, fees.

The competition and its official record are in `tournaments`, pages in `web`.
"""
