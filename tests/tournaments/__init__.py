"""Tests of the structure, the record and the desk."""
