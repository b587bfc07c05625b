"""Players enter, check in and withdraw without an official: by link, public form or kiosk.

What officials enter is in `organise`, the links themselves are in `credentials`.
"""
