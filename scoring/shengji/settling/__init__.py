"""From facts to points and levels in 升级, over a deal, a game (局) and boards.

`reports` finds the problems of a report beforehand.
"""
