"""The exact search of an ending, as evidence for a claim: what every legal play of it comes to.

It knows all hands and judges nobody; whether a claim stands is for the referee.
"""
