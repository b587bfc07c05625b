"""How a result becomes official: leases of tables, sheets, confirmations and rulings.

Results and standings belong to `tournaments`, screens and papers to `web`.
"""
