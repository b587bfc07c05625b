"""Line-ups at the desk: which are in, their deadlines, and revealing both together.

The page of a captain is in `web.tablet.captain`.
"""
