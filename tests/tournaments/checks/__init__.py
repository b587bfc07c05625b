"""Tests of `tournaments.checks`."""
