"""The boards of an event at the desk: the movement over them, and hands that are read in.

Deals that are being played are in `deals`.
"""
