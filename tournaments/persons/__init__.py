"""Who a typed name means: keys of names, namesakes, doubles, and who may not be entered.

The register of a club and its lists are in `clubs.members`; what somebody enters is in `organise`.
"""
