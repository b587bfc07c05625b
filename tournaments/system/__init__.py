"""The installation and its machine: its row, secret files, file locks, the disk, attempt counts.

Nothing here knows events.
"""
