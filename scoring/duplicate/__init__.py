"""Boards that several tables play: what their results come to, whatever the game.

A result is the points of one direction of a table; everything else follows from comparing them.
"""
