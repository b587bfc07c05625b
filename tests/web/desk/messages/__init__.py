"""Tests of `web.desk.messages`."""
