"""Tests of `referee.rulings`."""
