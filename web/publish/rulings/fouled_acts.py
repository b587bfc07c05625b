"""Words on boards played with other cards: in the referee's record (裁判记录), and beside deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext

from referee.base.verbs import Verb
from referee.rulings.fouled_boards import AS_DEALT
from tournaments.models import BoardLayout, Event, Round
from tournaments.record.log_queries import authors
from tournaments.wording.values import deal_text
from web.publish.rulings.other_acts import Act


def fouled_boards(event: Event, round_: Round | None) -> Iterator[Act]:
    """Yield the statements that tables played a board with other cards, or did not after all."""
    at = "deal__sitting__segment__match__round"
    rows = BoardLayout.objects.filter(deal__event=event)
    wanted = rows.filter(**{at: round_}) if round_ else rows
    stored = list(
        wanted.select_related(at, "deal__sitting__table", "deal__event")
        .defer(f"{at}__reasons")
        .order_by("pk")
    )
    names = authors(stored, [Verb.STATE_LAYOUTS])
    for row in stored:
        values = {"table": row.deal.sitting.table.number, "deal": deal_text(row.deal.number)}
        number = row.deal.sitting.segment.match.round.number
        about = gettext("Table %(table)s, %(deal)s") % values
        yield Act(row.created_at, number, about, _text(row), row.reason, names.get(row.uid, ""))


def note_fouled(deals: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return the note on every deal that was played with other cards than as dealt."""
    rows = BoardLayout.objects.filter(deal__uid__in=deals).order_by("pk")
    last = dict(rows.values_list("deal__uid", "layout"))
    text = gettext(
        "Played with other cards than the rest: compared only with the tables that had the"
        " same cards."
    )
    return {uid: [text] for uid, layout in last.items() if layout != AS_DEALT}


def _text(row: BoardLayout) -> str:
    if row.layout == AS_DEALT:
        return gettext("played with the cards as dealt after all")
    return gettext("played with other cards, and compared apart")
