"""What desk and public read of the referee's work: rulings, stories of deals, table notes.

Nothing here writes; printing is in `printed`.
"""
