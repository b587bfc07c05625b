"""Tests of `tournaments.entries`."""
