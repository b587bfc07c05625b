"""Handing in and revealing line-ups (出场名单), and the hours by which they have to be in.

Reading them belongs to `line_ups`.
"""
