"""What every decision on a deal shows and asks: its values, what changes, by which ruling.

The decisions have folders of their own: `deals`, `adjusted`, `claims`, `rulings`, `repairs`.
"""
