"""Tests of `referee.claims`."""
