"""Tests of `web.desk.appeals`."""
