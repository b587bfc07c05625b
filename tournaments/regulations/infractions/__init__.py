"""The program's catalogue of infractions: one table, and the values of its rows.

A tournament's own copy is in `catalogue`.
"""

from tournaments.regulations.infractions.table import COMMON, INFRACTIONS

__all__ = ["COMMON", "INFRACTIONS"]
