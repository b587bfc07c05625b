"""Tests of `referee.player`."""
