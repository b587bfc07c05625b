"""Installations of before: what an earlier program left is proof for every later one."""
