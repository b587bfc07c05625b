"""Tests of `clubs.fees`."""
