"""Who is entered, leaves, stands in or is suspended."""
