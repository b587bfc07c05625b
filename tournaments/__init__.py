"""The structure of a competition, its official record and standings, and what others see."""
