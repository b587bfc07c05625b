"""The mirror: the public pages as files elsewhere, readable while this program is off.

What stands on a page is made by `served`; which events are mirrored is laid down at the desk.
"""
