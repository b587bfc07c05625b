"""Words for the money and the season tables of a club.

Words of the competition are in `tournaments.wording`.
"""
