"""Tests of `web.desk.sheets`."""
