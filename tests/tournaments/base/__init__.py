"""Tests of `tournaments.base`."""
