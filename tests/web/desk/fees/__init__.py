"""Tests of `web.desk.fees`."""
