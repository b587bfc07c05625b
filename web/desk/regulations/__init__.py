"""规程 and 罚则表 at the desk: regulations of an event, articles, and rules of a club.

What they mean is decided in `tournaments.regulations`.
"""
