"""One read of an event: its rows become the values from which matches, games and ranks are told.

Pure reckoning belongs to `standings`, the director's next step to `progress`.
"""
