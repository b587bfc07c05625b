"""Four at a table, each for himself or with a partner for a round: drawn, or by a fixed movement.

Pairs and teams over boards belong to `movements`.
"""
