"""Tests of `web`: screens, papers, files, and the programs of tablets and phones."""
