"""What templates may say beyond plain values: cards, points, seats and the frame of the page."""
