"""Tests of `tournaments.views`."""
