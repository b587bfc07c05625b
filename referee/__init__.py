"""How a result becomes official: leases of tables, sheets, confirmations and rulings.

Results, standings and publication belong to `tournaments`.
"""
