"""The data folder: the SQLite backend, marks of a finished start, the cache.

Copies of it belong to `backups`.
"""
