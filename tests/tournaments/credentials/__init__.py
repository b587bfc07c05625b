"""Tests of `tournaments.credentials`."""
