"""Copies of an installation: of its database while it is in use, and of the whole as one file.

What else lies in a data folder belongs to `storage`.
"""

from config.backups.database import copy

__all__ = ["copy"]
