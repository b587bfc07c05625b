"""Tests of `web.desk.home`."""
