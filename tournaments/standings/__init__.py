"""From scored matches to ranks, as pure functions: scores of rounds, tie-breaks, ranks.

Reading rows belongs to `results`, words to `wording`; nothing here uses a database.
"""
