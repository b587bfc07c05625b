"""The scoring of boards that several tables play, for any game.

A result is the points of one direction of a table; everything else follows from comparing them.
"""
