"""Tests of `config.serving`."""
