"""Tests of `web.desk.tables`."""
