"""The hall at the desk: devices, sheets that wait or were refused, items that are read in.

One deal is in `deals`.
"""
