"""The hall at the desk: devices, waiting and refused sheets, items read in.

A single deal is in `web.desk.deals`.
"""
