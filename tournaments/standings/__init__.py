"""From scored matches to ranks, as pure functions: scores of rounds, tie-breaks, placings.

Reading rows belongs to `results`, words to `wording`; nothing here knows a database.
"""
