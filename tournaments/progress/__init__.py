"""The state of events and its consequences: tables, qualification, prizes, ends of stages.

The rule of the next step is a pure function in `next_step`.
"""
