"""The program's catalogue of infractions: one table, and what a row of it is made of.

What a tournament makes of them is its copy, in `catalogue`.
"""

from tournaments.regulations.infractions.table import COMMON, INFRACTIONS

__all__ = ["COMMON", "INFRACTIONS"]
