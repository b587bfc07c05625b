"""Tests of `tournaments.record`."""
