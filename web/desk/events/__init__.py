"""An event at the desk: made by a template, changed, repeated, finished and deleted.

Its rounds are in `rounds`, its entries in `entries`.
"""
