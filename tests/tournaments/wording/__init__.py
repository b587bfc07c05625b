"""Tests of the words: every code has them, in every language, and the catalogues are complete."""
