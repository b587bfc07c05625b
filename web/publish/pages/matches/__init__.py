"""What pages tell of a match and its tables: names, 盘, and what they came to."""
