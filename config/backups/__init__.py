"""Backups of an installation: of its database while in use, and of the whole as one file.

Other files of a data folder belong to `storage`.
"""

from config.backups.database import copy

__all__ = ["copy"]
