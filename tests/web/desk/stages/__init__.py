"""Tests of `web.desk.stages`."""
