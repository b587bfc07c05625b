"""Worlds that are built once by the operations of the program, and put back for the tests after.

@kept
def assemble(*, players: int = 8) -> Cast: ...

The first test that asks for a world has it built. What that wrote is kept as rows, and what the
function returned as a pickle; the next test of this process gets both back, in its own transaction.
`keeping` says when that is done, and when a world is built all the same.
"""

from __future__ import annotations

from tests.kept_worlds.keeping import kept

__all__ = ["kept"]
