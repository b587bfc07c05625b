"""Papers that are handed out: cards of tables and places, slips of players, captains, members.

What is pinned up or signed stands beside this package.
"""
