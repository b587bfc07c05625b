"""Line-ups (出场名单) as they may be read: who may play, what is in, and what is late.

Handing in and revealing belong to `organise`, the hours and places of a line-up to `structure`.
"""
