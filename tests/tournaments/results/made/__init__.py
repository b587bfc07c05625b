"""An event made by hand, without a database, and what follows from its rows."""
