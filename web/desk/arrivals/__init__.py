"""到场 at the desk: who is missing, and what follows before it is given.

What lateness costs is decided in `referee.arrivals`.
"""
