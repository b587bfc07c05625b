"""Tests of `web.desk.line_ups`."""
