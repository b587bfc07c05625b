"""Tests of `tournaments.standings`."""
