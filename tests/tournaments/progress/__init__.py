"""Tests of `tournaments.progress`."""
