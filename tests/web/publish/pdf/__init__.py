"""Tests of the layout of PDF."""
