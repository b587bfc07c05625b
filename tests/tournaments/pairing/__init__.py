"""Tests of `tournaments.pairing`."""
