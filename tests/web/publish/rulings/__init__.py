"""Tests of `web.publish.rulings`."""
