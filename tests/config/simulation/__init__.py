"""Tests of `config.simulation`."""
