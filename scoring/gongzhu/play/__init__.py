"""The play of a deal of 拱猪: whose turn it is, what may be played, who wins a trick.

What a report says of a deal is read in `reports`.
"""
