"""`rehearse`: a whole event played by the real functions, and everything checked after each round.

It plays in a database of its own. What happens follows from a seed, so that whatever was found can
be found again.
"""
