"""What the referee's room tells others: the record of rulings, stories of deals, notes of tables.

Nothing here writes.
"""
