"""Entering and checking in without an official: by link, public form, and the kiosk.

What is asked for and granted is decided in `clubs.registration`.
"""
