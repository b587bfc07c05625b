"""Whether a data folder and its database are ones for this program, before a process uses them.

How copies are made and brought back is in `config.backups`.
"""
