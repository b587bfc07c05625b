"""What pages of a club show across its events: seasons, ratings, a member's own page, fees.

Pages of one event belong to `publish.pages`; what is read here is kept by `seasons`, `ratings`
and `fees`.
"""
