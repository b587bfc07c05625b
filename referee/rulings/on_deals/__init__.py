"""What the penalties of rulings make of a deal, and what counts of it under several rulings."""
