"""Tests of the pages of a club across its events."""
