"""The desk's side of entering without an official, on a phone or at a kiosk.

Entering names at the desk is in `web.desk.entries`.
"""
