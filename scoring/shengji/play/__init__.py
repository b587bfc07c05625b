"""The play of a deal of 升级: combinations, throws, following suit, tricks, bids and the kitty.

`reports` reads the report of a deal.
"""
