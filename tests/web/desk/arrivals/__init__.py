"""Tests of `web.desk.arrivals`."""
