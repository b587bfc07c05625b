"""Line-ups (出场名单) that are handed in and revealed, with the hours by which they have to be in.

Reading them belongs to `line_ups`.
"""
