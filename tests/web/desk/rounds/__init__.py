"""Tests of `web.desk.rounds`."""
