"""Views of entering without an official: at the desk, on a phone, and at the kiosk.

Entering names at the desk is in `web.desk.entries`.
"""
