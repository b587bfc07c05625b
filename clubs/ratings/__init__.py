"""Ratings: how well the members of a club play a game, by the finished events of the club.

Ranks and points are no part of this: `results` and `seasons` make them without any rating.
"""
