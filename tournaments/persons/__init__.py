"""Persons behind typed names: keys of names, namesakes, duplicates, and bans.

The register of a club and its lists are in `clubs.members`, entering in `organise`.
"""
