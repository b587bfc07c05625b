"""Files that other programs read again and again: standings and results with heads that stay.

What people download in their own language is in `exports`.
"""
