"""Tests of `tournaments.structure`."""
