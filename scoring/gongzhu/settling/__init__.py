"""From facts to points in 拱猪: what a pile comes to, zero-sum, the end of a game (局), the sums.

Problems of a report are found before, in `reports`.
"""
