"""What all decisions on a deal share: the values shown, the effect, the ruling behind them.

The decisions have folders of their own: `deals`, `adjusted`, `claims`, `rulings`, `repairs`.
"""
