"""The proof of the record: its hash chain, results settled again, draws repeated.

Nothing here writes; writing the record belongs to `record`.
"""
