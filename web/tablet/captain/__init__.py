"""The page of a captain: the matches of the team, and the line-ups that it hands in.

`tournaments.line_ups` decides when a line-up may change.
"""
