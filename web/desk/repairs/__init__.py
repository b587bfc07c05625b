"""What was entered for the wrong seats, deal or table: what would change, then one button."""
