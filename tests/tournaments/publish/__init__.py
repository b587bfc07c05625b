"""Tests of what others see."""
