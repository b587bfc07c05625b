"""The play of a deal of 升级: combinations, throws, following suit, tricks, bids and the kitty.

What a report says of a deal is read in `reports`.
"""
