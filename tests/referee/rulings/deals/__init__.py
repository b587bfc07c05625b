"""What rulings make of a deal: scores that are given, deals lost, void or not begun."""
