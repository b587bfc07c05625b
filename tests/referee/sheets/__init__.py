"""Tests of `referee.sheets`."""
