"""`rehearse`: a whole event played by the real functions, checked after each round.

It plays in a database of its own. Everything follows from a seed, so that a fault can be repeated.
"""
