"""Tests of `web.desk.seasons`."""
