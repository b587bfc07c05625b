"""Tests of `clubs`."""
