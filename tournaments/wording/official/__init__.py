"""Words of what officials lay down, decide and post: regulations, penalties, results."""
