"""What belongs to the installation and its machine: its row, secret files, file locks, the disk.

Nothing here knows an event.
"""
