"""The state of events and what follows: tables, qualification, prizes and the end of stages.

The rule of the next step is pure and stands in `next_step`.
"""
