"""The pages of a club across its events: seasons, ratings, a member's own page, fees.

Pages of one event belong to `publish.pages`; the data are those of `seasons`, `ratings` and `fees`.
"""
