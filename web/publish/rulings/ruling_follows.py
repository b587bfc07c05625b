"""What a heavy level does besides its points: before it is confirmed, and once it is in force."""

from __future__ import annotations

from referee.rulings import posting, ruling_effects, undoing
from referee.rulings.decisions import Source
from referee.rulings.listed import Ruled, State
from tournaments import results


def told(ruled: Ruled) -> tuple[str, ...]:
    """Return what follows from the version that is shown, or would once it is confirmed."""
    version = ruled.shown
    heavy = [row for row in version.sanctions.all() if ruling_effects.is_heavy(row.level)]
    state = ruled.state(version)
    if not heavy or state not in {State.WAITING, State.IN_FORCE}:
        return ()
    if state is State.IN_FORCE:
        texts = [ruling_effects.words_done(row) for row in heavy]
    else:
        # What it supersedes is taken back once it is confirmed.
        before = undoing.assumed(results.read(ruled.case.event), ruled.case)
        given = [posting.proposed(version, row) for row in heavy]
        source = Source.of_case(ruled.case)
        texts = [row.words for row in ruling_effects.effects_of(before, source, given)]
    return tuple(dict.fromkeys(filter(None, texts)))
