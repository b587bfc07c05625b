"""Tests of `tournaments.line_ups`."""
