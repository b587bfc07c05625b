"""Tests of `web.desk`."""
