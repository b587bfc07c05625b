"""The round robins of an event from which somebody withdrew: rows become the values that the
withdrawal is made from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments import stages
from tournaments.counted import Field
from tournaments.models import DrawMethod, Event, Round, RoundState
from tournaments.pairing import notes
from tournaments.pairing.reasons import Why
from tournaments.withdrawals import Robin

PUBLIC = (RoundState.PUBLISHED, RoundState.CLOSED)


def robins(event: Event, known: Field) -> tuple[Robin, ...]:
    """Return the round robins of an event; none where nobody withdrew, or no matches rank."""
    if not known.withdrawn or not known.order.by_match:
        return ()
    rows = event.rounds.filter(method=DrawMethod.ROUND_ROBIN, state__in=PUBLIC)
    by_stage: Mapping[int, list[Round]] = defaultdict(list)
    for row in rows.select_related("group__stage__event").order_by("number"):
        by_stage[row.group.stage_id].append(row)
    if not by_stage:
        return ()
    uids = {str(number): uid for number, uid in event.entries.values_list("number", "uid")}
    return tuple(_robin(rounds, uids) for rounds in by_stage.values())


def _robin(rounds: Sequence[Round], uids: Mapping[str, str]) -> Robin:
    drawn_from = notes.read(rounds[-1].reasons).input
    planned = stages.rounds_of(rounds[0].group.stage)
    return Robin(
        rounds=frozenset(one.number for one in rounds),
        matches=_matches(drawn_from or {}, planned, uids),
        missed=tuple(missed for one in rounds for missed in _missed(one, uids)),
    )


def _matches(
    drawn_from: Mapping[str, Any], planned: int | None, uids: Mapping[str, str]
) -> dict[str, int]:
    """How many matches each entry was to play: against everybody who was ever there in its group,
    but no more than rounds are planned.
    """
    fields = [*drawn_from.get("fields", ()), drawn_from.get("entries", ())]
    everybody = set().union(*fields)
    times = 2 if drawn_from.get("twice") else 1
    found: dict[str, int] = {}
    for group in drawn_from.get("groups") or [sorted(everybody)]:
        there = [one for one in group if one in everybody]
        whole = times * (len(there) - 1)
        found |= {uids[one]: min(whole, planned or whole) for one in there if one in uids}
    return found


def _missed(round_: Round, uids: Mapping[str, str]) -> Iterator[tuple[int, str, str]]:
    """Yield who sat out of a round because the opponent was gone."""
    for out in notes.read(round_.reasons).sit_outs:
        for said in out.reasons:
            if said.why is Why.OPPONENT_GONE and str(said.named["opponent"]) in uids:
                yield round_.number, out.entry, uids[str(said.named["opponent"])]
