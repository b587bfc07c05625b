"""Tests of how a result becomes official."""
