"""The money of an event at the desk: the fee, who has paid, prizes set and paid.

What may be paid is decided in `clubs.fees`.
"""
