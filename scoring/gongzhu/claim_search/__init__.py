"""The exact search of an ending, as evidence on a claim: the results of every legal play.

It knows all hands and decides nothing; the referee rules on the claim.
"""
