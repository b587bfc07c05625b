"""From the rows of an event to a draw and back to rows: checked, stored, exchanged, withdrawn.

Who meets whom is told by `pairing`; publishing and closing a round stand in `organise.rounds`.
"""
