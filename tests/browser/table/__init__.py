"""A deal at the table from its first tap to its end, on every size of screen."""
