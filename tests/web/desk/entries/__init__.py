"""Tests of `web.desk.entries`."""
