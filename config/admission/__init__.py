"""Admission checks of a data folder and its database, before a process uses them.

Backups are made and restored in `config.backups`.
"""
