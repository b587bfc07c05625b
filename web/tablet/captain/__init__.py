"""The page of a captain: the matches of the team, and the line-ups that it hands in.

When a line-up may change is decided in `tournaments.line_ups`.
"""
