"""停赛 by a ruling: for which rounds, what it does and undoes, and what two yellow cards bring.

Whom a stored suspension keeps from the draw is computed in `tournaments`.
"""
