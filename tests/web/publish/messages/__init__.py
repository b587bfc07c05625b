"""Tests of `web.publish.messages`."""
