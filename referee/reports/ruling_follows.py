"""What a heavy level does besides its points: before it is confirmed, and once it is in force."""

from __future__ import annotations

from referee.models import RulingSanction, SanctionKind, SuspensionReach
from referee.rulings import following
from referee.rulings.decisions import Offender, Source
from referee.rulings.listed import Ruled, State
from referee.rulings.proposals import Sanction
from tournaments import results
from tournaments.regulations.articles import Level


def told(ruled: Ruled) -> tuple[str, ...]:
    """Return what follows from the version that is shown, or would once it is confirmed."""
    version = ruled.shown
    heavy = [row for row in version.sanctions.all() if following.is_heavy(row.level)]
    state = ruled.state(version)
    if not heavy or state not in {State.WAITING, State.IN_FORCE}:
        return ()
    if state is State.IN_FORCE:
        texts = [following.told_done(row) for row in heavy]
    else:
        snapshot, source = results.read(ruled.case.event), Source.of_case(ruled.case)
        texts = [following.told(snapshot, source, _sanction(row)) for row in heavy]
    return tuple(dict.fromkeys(filter(None, texts)))


def _sanction(row: RulingSanction) -> Sanction:
    version = row.version
    return Sanction(
        Offender(row.entry, row.person),
        SanctionKind(row.kind),
        Level(row.level),
        reach=SuspensionReach(version.reach),
        reach_rounds=version.reach_rounds,
    )
