"""The proof of the record: its chain, its results settled again, its draws drawn again.

Nothing here writes; what is written officially goes through `record`.
"""
