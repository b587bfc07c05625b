"""Slips of players, captains and members at the desk: who has one, and drawing new ones.

What a slip opens is decided in `clubs.credentials`; its paper is in `printed.handed_out`.
"""
