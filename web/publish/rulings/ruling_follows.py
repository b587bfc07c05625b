"""What a heavy level does besides its points: before it is confirmed, and once it is in force."""

from __future__ import annotations

from referee.rulings import decisions, heavy_levels, posting
from referee.rulings.decisions import RulingSource
from referee.rulings.listed import Ruled, VersionState
from referee.rulings.ruling_stack import Removal
from tournaments import results


def told(ruled: Ruled) -> tuple[str, ...]:
    """Return what follows from the version that is shown, or would once it is confirmed."""
    version = ruled.shown
    heavy = [row for row in version.sanctions.all() if heavy_levels.is_heavy(row.level)]
    state = ruled.state(version)
    if not heavy or state not in {VersionState.WAITING, VersionState.IN_FORCE}:
        return ()
    if state is VersionState.IN_FORCE:
        texts = [heavy_levels.words_done(row) for row in heavy]
    else:
        # What it supersedes is taken back once it is confirmed.
        without = posting.rulings_out(Removal.of_case(ruled.case))
        before = posting.without_rulings(results.read(ruled.case.event), without)
        given = [decisions.sanction_of(version, row) for row in heavy]
        source = RulingSource.of_case(ruled.case)
        facts = heavy_levels.read_facts(source, given)
        texts = [row.words for row in heavy_levels.effects_of(before, source, given, facts)]
    return tuple(dict.fromkeys(filter(None, texts)))
