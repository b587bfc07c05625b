"""From facts to points in 拱猪: piles, zero-sum, the end of a game (局), formulas.

`reports` finds the problems of a report beforehand.
"""
