"""Tests of `tournaments.fees`."""
