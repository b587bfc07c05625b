"""Tests of `config.backups`."""
