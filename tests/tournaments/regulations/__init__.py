"""Tests of `tournaments.regulations`."""
