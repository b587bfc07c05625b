"""Ratings: the playing strength of members in a game, from the finished events of the club.

Ranks and points are computed in `results` and `seasons`, without ratings.
"""
