"""Handing in and revealing line-ups (出场名单), and their deadlines.

Reading them belongs to `line_ups`.
"""
