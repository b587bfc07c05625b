"""The choice of byes if the field does not fill the tables, and the reasons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.codes import WordedCode, worded, worded_plural
from tournaments.pairing.reasons import DrawReason
from tournaments.pairing.seating import digest


class SitOutWhy(WordedCode):
    """Why an entry has a bye."""

    HOUSE = worded("sit_out_house", "a house player, not needed to fill a table")
    BY_SEED = worded_plural(
        "sit_out_by_seed",
        "nobody has sat out less often (%(times)s time so far), and the seed decided",
        "nobody has sat out less often (%(times)s times so far), and the seed decided",
        "times",
    )
    LOWEST = worded_plural(
        "sit_out_lowest",
        "the lowest in the standings of those who have sat out %(times)s time",
        "the lowest in the standings of those who have sat out %(times)s times",
        "times",
    )
    BY_HAND = worded("sit_out_by_hand", "changed by hand")
    BY_DRAW = worded("sit_out_by_draw", "by the draw")  # the reasons say why


@dataclass(frozen=True, slots=True)
class SitsOut:
    """An entry with a bye in a round, and the number of its earlier byes.

    `reasons` are further ones of the draw itself.
    """

    entry: str
    why: SitOutWhy
    times: int = 0
    reasons: tuple[DrawReason, ...] = ()


def choose_sit_outs(
    entries: Sequence[str],
    units: int,
    *,
    before: Mapping[str, int],
    house: Collection[str],
    seed: str | None,
) -> tuple[SitsOut, ...]:
    """Return the entries of `entries` with a bye, at tables for `units` entries each.

    House players come first, because they only fill tables; then the entries with the fewest byes;
    among these the seed decides, or the lowest rank if `seed` is None and `entries` are in the
    order of the standings.
    """
    left_over = len(entries) % units
    spare = [entry for entry in reversed(entries) if entry in house][:left_over]
    players = [entry for entry in entries if entry not in house]
    places = {entry: place for place, entry in enumerate(entries)}

    def turn(entry: str) -> tuple[int, str, int]:
        lot = "" if seed is None else digest(seed, "sit out", entry)
        return before.get(entry, 0), lot, -places[entry]

    out = sorted(players, key=turn)[: left_over - len(spare)]
    why = SitOutWhy.LOWEST if seed is None else SitOutWhy.BY_SEED
    return (
        *(SitsOut(entry, SitOutWhy.HOUSE) for entry in spare),
        *(SitsOut(entry, why, before.get(entry, 0)) for entry in out),
    )
