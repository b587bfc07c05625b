"""Tests of `referee.leases`."""
