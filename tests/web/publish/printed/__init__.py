"""Tests of papers: what is on them."""
