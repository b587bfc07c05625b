"""Views of the register of members, for owners and directors of a club.

What a member is, and whom a name means, is decided in `members`.
"""
