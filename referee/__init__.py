"""How a result becomes official: tables on loan to devices, sheets, confirmations."""
