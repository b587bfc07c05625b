"""Tests of `tournaments.organise`."""
