"""A sheet as an official types it from paper: its fields, plays and questions."""
