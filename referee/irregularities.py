"""违例: what a sheet tells of play against the rules, offered to the referee.

It becomes a row when the sheet comes in; the sheet counts as it would without. The same thing in a
newer sheet of the deal is another row, and one ruling on it holds for all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from referee.models import Decision, Irregularity, IrregularityRuling, Sheet
from scoring.following import Play
from scoring.problems import Problem
from tournaments import games, queries, wording
from tournaments.audit import Change
from tournaments.models import Adjustment, Deal, Event, Tournament
from tournaments.wording.numbers import signed

MOST: Final = 60
"""More are taken from a sheet only where what was written down is rubbish."""

Same = tuple[int, str, str, int]
"""What two sheets tell alike: the deal, the code, the seat, the place of the play."""


@dataclass(frozen=True, slots=True)
class Found:
    """An irregularity that counts now, with the newest ruling on it if there is one."""

    row: Irregularity
    rulings: tuple[IrregularityRuling, ...]

    @property
    def ruling(self) -> IrregularityRuling | None:
        """The ruling that holds."""
        return self.rulings[-1] if self.rulings else None


def taken_in(made: Change, sheet: Sheet) -> None:
    """Store what a sheet tells of play against the rules."""
    deal = sheet.deal
    game = queries.game_of(deal.event)
    rules = game.rules(queries.ruleset_of(deal).rules)
    context = games.context_of(deal, games.Use.SETTLE)
    told = game.irregularities(sheet.report, rules, context)
    once = {(one.code, one.seat, one.play): one for one in told}
    for one in islice(once.values(), MOST):
        row = Irregularity.objects.create(
            deal=deal,
            sheet=sheet,
            code=one.code.value,
            seat=one.seat,
            cards=list(one.cards),
            play=one.play,
        )
        made.made(row)


def waiting(tournament: Tournament) -> list[Found]:
    """Return what waits for a ruling in a tournament, the oldest first."""
    rows = Irregularity.objects.filter(deal__event__tournament=tournament)
    return [found for found in _counting(rows) if found.ruling is None]


def of_deal(deal: Deal) -> list[Found]:
    """Return what counts of a deal, ruled or not, in the order of play."""
    found = _counting(Irregularity.objects.filter(deal=deal))
    return sorted(found, key=lambda one: (one.row.play, one.row.pk))


def ruled(deals: Collection[str]) -> list[Found]:
    """Return what was ruled on in deals that have a result, without what turned out to be none."""
    return ruled_of(Irregularity.objects.filter(deal__uid__in=deals, deal__done=True))


def ruled_of(rows: QuerySet[Irregularity]) -> list[Found]:
    """Return those irregularities on which a referee has ruled that there was one."""
    rulings = ((found, found.ruling) for found in _counting(rows))
    return [one for one, ruling in rulings if ruling and ruling.decision != Decision.DISMISSED]


def judged(rows: QuerySet[Irregularity]) -> list[Found]:
    """Return those irregularities on which a referee has ruled anything at all."""
    return [found for found in _counting(rows) if found.rulings]


def text(row: Irregularity, *, sealed: bool = False) -> str:
    """Return what happened as a sentence; of a sealed board neither cards nor plays are told."""
    code = _code(row.deal.event, row.code)
    if code is None or sealed:
        return gettext("%(seat)s: an irregularity.") % {"seat": wording.seat_name(row.seat)}
    said = wording.problem_text(Problem(code, "", tuple(row.cards), (row.seat,)))
    if not row.play:
        return said
    trick = (row.play - 1) // max(1, len(_seats(row.deal))) + 1
    return gettext("Trick %(trick)s: %(what)s") % {"trick": trick, "what": said}


def ruling_text(ruling: IrregularityRuling, *, sealed: bool = False) -> str:
    """Return what the referee decided, with the reason and the article.

    A reason may name cards, so it is not told of a sealed board.
    """
    parts = [_decision(ruling)]
    if ruling.reason and not sealed:
        parts.append(gettext("Reason: %(reason)s") % {"reason": ruling.reason})
    if ruling.article:
        parts.append(gettext("Article: %(article)s") % {"article": ruling.article})
    return " ".join(parts)


def _decision(ruling: IrregularityRuling) -> str:
    """Return what was decided, with the points that it gave or took as far as they stand."""
    given = Adjustment.objects.filter(uid=ruling.adjustment, reversed_by=None)
    points = given.first() if ruling.decision == Decision.PENALTY else None
    if points is None:
        said = {"decision": ruling.get_decision_display()}
        return gettext("The referee decided: %(decision)s.") % said
    if points.amount < 0:
        said = {"points": signed(-points.amount).lstrip("+")}
        return gettext("The referee decided: a penalty of %(points)s points.") % said
    return gettext("The referee decided: %(points)s points.") % {"points": signed(points.amount)}


def trick(row: Irregularity) -> Sequence[Play]:
    """Return the plays of the trick that is concerned, none where it is no play."""
    if not row.play:
        return ()
    game = queries.game_of(row.deal.event)
    rules = game.rules(queries.ruleset_of(row.deal).rules)
    found = game.follow(row.sheet.report, rules)
    place = (row.play - 1) // max(1, len(game.seats(rules)))
    done = [one.plays for one in found.tricks]
    return (*done, found.trick, ())[min(place, len(done) + 1)]


def _seats(deal: Deal) -> Sequence[str]:
    game = queries.game_of(deal.event)
    return game.seats(game.rules(queries.ruleset_of(deal).rules))


def _code(event: Event, value: str) -> StrEnum | None:
    """Return the code of a game, None for one that this version of the program does not know."""
    for codes in queries.game_of(event).codes:
        if value in {one.value for one in codes}:
            return codes(value)
    return None


def _counting(rows: QuerySet[Irregularity]) -> list[Found]:
    """Return the irregularities of the sheets that count, with the rulings on each."""
    rulings = Prefetch(
        "rulings", IrregularityRuling.objects.select_related("official").order_by("pk")
    )
    related = (
        "sheet",
        "deal__board",
        "deal__event__ruleset",
        "deal__sitting__table",
        "deal__sitting__segment__match__round__group__stage__ruleset",
    )
    all_rows = list(rows.select_related(*related).prefetch_related(rulings).order_by("pk"))
    said: Mapping[Same, list[IrregularityRuling]] = defaultdict(list)
    for row in all_rows:
        said[_same(row)] += row.rulings.all()
    counting = _sheets_that_count({row.deal_id: row.deal for row in all_rows}.values())
    shown = [row for row in all_rows if counting.get(row.deal_id) == row.sheet_id]
    return [Found(row, tuple(sorted(said[_same(row)], key=lambda one: one.pk))) for row in shown]


def _same(row: Irregularity) -> Same:
    return row.deal_id, row.code, row.seat, row.play


def _sheets_that_count(deals: Iterable[Deal]) -> dict[int, int]:
    """Return the sheet of each deal that its result came from, without one the newest, by keys."""
    found = list(deals)
    newest: dict[int, int] = {}
    by_uid: dict[str, int] = {}
    sheets = Sheet.objects.filter(deal__in=found).order_by("pk")
    for deal, pk, uid in sheets.values_list("deal_id", "pk", "uid"):
        newest[deal] = by_uid[uid] = pk
    results = queries.live_results(found)
    posted = {key: by_uid.get(result.origin_uid) for key, result in results.items()}
    return newest | {deal: pk for deal, pk in posted.items() if pk is not None}
