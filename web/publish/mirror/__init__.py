"""The mirror: the public pages as files at another place, where they are read while this is off.

What stands on a page is made by `served`; which events are mirrored is laid down at the desk.
"""
