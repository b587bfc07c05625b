"""Views of the register of members, for owners and directors of a club.

Members are defined in `clubs.members`; `tournaments.persons` decides whom a name means.
"""
