"""A club evening by hand: a director, a tablet, and sums on the back of a sheet."""
