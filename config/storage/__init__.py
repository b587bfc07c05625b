"""The data folder: the SQLite backend, marks of a completed start, the cache.

Copies of it belong to `backups`.
"""
