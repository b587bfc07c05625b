"""Tests of `web.tablet`."""
