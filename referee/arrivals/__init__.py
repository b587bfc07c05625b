"""到场: who was not there when a round began, when they came, and what followed from it.

The numbers are in `tournaments.regulations.lateness`, penalties are given by `referee.rulings`.
"""
