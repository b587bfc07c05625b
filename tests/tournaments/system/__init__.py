"""Tests of `tournaments.system`."""
