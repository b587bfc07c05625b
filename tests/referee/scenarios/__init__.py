"""The acceptance scenarios and worked cases of the referee's powers, with their numbers."""
