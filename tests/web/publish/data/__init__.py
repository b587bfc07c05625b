"""The public data, as other programs read them."""
