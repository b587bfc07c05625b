"""Entering and checking in without an official: by link, public form, and the kiosk.

`clubs.registration` decides what is asked for and granted.
"""
