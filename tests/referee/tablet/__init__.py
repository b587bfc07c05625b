"""Tests of `referee.tablet`."""
