"""The money of an event at the desk: the fee, payments, prizes set and paid out.

`clubs.fees` decides what may be paid.
"""
