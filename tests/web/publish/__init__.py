"""Tests of the public pages and of documents."""
