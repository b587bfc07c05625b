"""Tests of `web.desk.deals`."""
