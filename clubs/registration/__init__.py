"""Registration by players without an official: entering, checking in and withdrawing, by link,
public form or kiosk.

Entering by officials is in `organise`, the links themselves are in `credentials`.
"""
