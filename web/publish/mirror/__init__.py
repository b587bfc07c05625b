"""The mirror: the public pages as files elsewhere, readable while this program is off.

The content of pages is made by `served`; which events are mirrored is chosen at the desk.
"""
