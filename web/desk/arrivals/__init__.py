"""Arrivals (到场) at the desk: who is missing, and what it costs, shown before it is imposed.

`referee.arrivals` decides what lateness costs.
"""
