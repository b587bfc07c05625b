"""Copies of an installation: of its database while it is in use, and of the whole as one file."""

from config.backups.database import copy

__all__ = ["copy"]
