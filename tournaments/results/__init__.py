"""One read of an event: its rows become the values from which matches, games and ranks follow.

Pure calculation belongs to `standings`, the director's next step to `progress`.
"""
