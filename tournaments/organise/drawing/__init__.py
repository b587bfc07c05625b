"""From the rows of an event to a draw and back: checked, stored, changed by hand, withdrawn.

Who meets whom is computed in `pairing`; `organise.rounds` publishes and closes rounds.
"""
