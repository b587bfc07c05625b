"""Tests of `referee.reports`."""
