"""Scores given beside what was played: adjusted ones, fouled boards, late exposures."""
