"""From scored matches to ranks, as pure functions: what a round counts, what decides equals.

Reading rows belongs to `results`, words to `wording`; nothing here knows a database.
"""
