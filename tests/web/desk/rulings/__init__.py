"""Tests of `web.desk.rulings`."""
