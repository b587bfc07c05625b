"""Worlds that are built once by the operations of the program, and restored for later tests.

@kept
def assemble(*, players: int = 8) -> Cast: ...

The first test that uses a world builds it. Its rows are stored, and its return value as a pickle;
the next test of this process gets both back, in its own transaction. `keeping` decides when a world
is restored, and when it is built again.
"""

from __future__ import annotations

from tests.kept_worlds.keeping import kept

__all__ = ["kept"]
