"""Words of regulations, penalties, and official results."""
