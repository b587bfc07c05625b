"""Tests of `web.forms`."""
