"""Slips of players, captains and members at the desk: who has one, and making new ones.

What a slip opens is decided in `clubs.credentials`; it is drawn in
`web.publish.printed.handed_out`.
"""
