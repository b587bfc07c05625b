"""Tests of `clubs.face`."""
