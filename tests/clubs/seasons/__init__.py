"""Tests of `clubs.seasons`."""
