"""From facts to points and levels in 升级, over a deal, a game (局) and boards.

Problems of a report are found before, in `reports`.
"""
