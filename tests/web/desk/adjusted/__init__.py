"""Tests of `web.desk.adjusted`."""
