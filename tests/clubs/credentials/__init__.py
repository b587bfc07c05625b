"""Tests of `clubs.credentials`."""
