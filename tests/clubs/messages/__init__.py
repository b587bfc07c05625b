"""Tests of `clubs.messages`."""
