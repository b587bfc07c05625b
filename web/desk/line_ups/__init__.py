"""Line-ups at the desk: which are in, their hours, and revealing both together.

The page of a captain is in `web.tablet.captain`.
"""
