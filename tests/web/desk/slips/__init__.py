"""Tests of `web.desk.slips`."""
