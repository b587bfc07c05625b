"""Rulings as they are decided: by whom, upon what, in which versions, and with what effect."""
