"""Tests of `tournaments.rights`."""
