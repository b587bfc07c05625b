"""Draws of an event: prepared from its rows, checked, stored, changed by hand, withdrawn.

Pairings are computed in `pairing`; `organise.rounds` publishes and closes rounds.
"""
