"""Reading the structure of an event: stages, sides, segments, games, boards and clocks.

Scores and ranks belong to `results` and `standings`, changes of the structure to `organise`.
"""
