"""Tests of `web.desk.repairs`."""
