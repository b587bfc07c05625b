"""Views of the register of members, for owners and directors of a club.

What a member is, is decided in `clubs.members`; whom a name means, in `tournaments.persons`.
"""
