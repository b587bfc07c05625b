"""Repairs of results entered for the wrong seats, deal or table: preview, then one button."""
