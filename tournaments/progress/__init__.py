"""How far events are, and what follows: table overview, qualification, prizes, the end of stages.

The rule of the next step is pure and stands in `next_step`.
"""
