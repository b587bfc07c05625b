"""Tests of `web.tablet.player`."""
