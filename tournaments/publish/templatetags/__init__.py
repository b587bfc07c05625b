"""What the fragments of games may say beyond plain values."""
