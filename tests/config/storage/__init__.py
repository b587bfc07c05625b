"""Tests of `config.storage`."""
