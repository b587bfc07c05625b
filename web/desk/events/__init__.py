"""An event at the desk: made from a template, changed, repeated, finished and deleted.

Its rounds are in `rounds`, its entries in `entries`.
"""
