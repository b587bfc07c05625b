"""What the referee reports to the desk and the public: rulings, stories of deals, table notes.

Nothing here writes, and how it is printed belongs in `printed`.
"""
