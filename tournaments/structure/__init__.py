"""Reading the structure of an event: stages, sides, segments, games, boards and clocks.

Who wins is told by `results` and `standings`; whoever changes the structure is in `organise`.
"""
