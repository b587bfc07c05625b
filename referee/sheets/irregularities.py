"""违例: irregularities in play that a sheet reports, offered to the referee for a ruling.

Each becomes a row when the sheet comes in; the sheet counts as it would without. The same
irregularity in a newer sheet of the deal is another row, and one ruling holds for all of them. One
that a referee has ruled on stays, whatever later sheets say, and names the version in which it was
seen. Rulings are made in `rulings.rulings`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Final

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext

from referee.models import Decision, Irregularity, IrregularityRuling, Sheet
from scoring.following import Irregularity as Reported
from scoring.following import Play
from scoring.problems import Problem
from tournaments import wording
from tournaments.models import Adjustment, Deal, Event, Result, Round, Tournament
from tournaments.record.audit import Change
from tournaments.results import queries
from tournaments.wording.numbers import signed

MOST: Final = 60
"""Limit for one sheet; only a senseless sheet has more."""

Identity = tuple[int, str, str, int, tuple[str, ...]]
"""Identity of an irregularity in several sheets: deal, code, seat, place of the play, cards."""


@dataclass(frozen=True, slots=True)
class Incident:
    """An irregularity with all rulings on it, the newest last, however many sheets report it.

    `stands` says whether the sheet that counts still reports it; `version` is the last version of
    the result in which it was seen, None where its sheet never became one.
    """

    row: Irregularity
    rulings: tuple[IrregularityRuling, ...]
    stands: bool = True
    version: int | None = None

    @property
    def ruling(self) -> IrregularityRuling | None:
        """The ruling in force; None before the first."""
        return self.rulings[-1] if self.rulings else None


def store(made: Change, sheet: Sheet, reported: Sequence[Reported]) -> None:
    """Store the irregularities that a sheet reports."""
    once = {
        (irregularity.code, irregularity.seat, irregularity.play): irregularity
        for irregularity in reported
    }
    for irregularity in islice(once.values(), MOST):
        row = Irregularity.objects.create(
            deal=sheet.deal,
            sheet=sheet,
            code=irregularity.code.value,
            seat=irregularity.seat,
            cards=list(irregularity.cards),
            play=irregularity.play,
        )
        made.made(row)


def unruled_incidents(tournament: Tournament) -> list[Incident]:
    """Return the incidents of a tournament that wait for a ruling, the oldest first."""
    rows = Irregularity.objects.filter(deal__event__tournament=tournament)
    return [
        incident for incident in _incidents(rows) if incident.stands and incident.ruling is None
    ]


def unruled_in_round(round_: Round) -> list[Incident]:
    """Return the incidents of a round that wait for a ruling, the oldest first."""
    rows = Irregularity.objects.filter(deal__sitting__segment__match__round=round_)
    return [
        incident for incident in _incidents(rows) if incident.stands and incident.ruling is None
    ]


def incidents_of_deal(deal: Deal) -> list[Incident]:
    """Return the incidents of a deal that stand or were ruled on, in the order of play."""
    incidents = [
        incident
        for incident in _incidents(Irregularity.objects.filter(deal=deal))
        if incident.stands or incident.ruling
    ]
    return sorted(incidents, key=lambda incident: (incident.row.play, incident.row.pk))


def incident_of(row: Irregularity) -> Incident:
    """Return the incident of a row, whichever sheet of its deal reports it."""
    incidents = _incidents(Irregularity.objects.filter(deal=row.deal_id))
    return next(incident for incident in incidents if _identity(incident.row) == _identity(row))


def ruled(deals: Collection[str]) -> list[Incident]:
    """Return the incidents ruled on in deals that had a result, without those dismissed."""
    return ruled_incidents_among(
        Irregularity.objects.filter(deal__uid__in=deals, deal__version__gt=0)
    )


def ruled_incidents_among(rows: QuerySet[Irregularity]) -> list[Incident]:
    """Return the incidents on which a referee has ruled, without those dismissed."""
    rulings = ((incident, incident.ruling) for incident in _incidents(rows))
    return [
        incident for incident, ruling in rulings if ruling and ruling.decision != Decision.DISMISSED
    ]


def judged(rows: QuerySet[Irregularity]) -> list[Incident]:
    """Return the incidents on which a referee has ruled, with those dismissed."""
    return [incident for incident in _incidents(rows) if incident.rulings]


def text(row: Irregularity, *, sealed: bool = False) -> str:
    """Return what happened as a sentence; of a sealed board neither cards nor plays are told."""
    code = _code_of_game(row.deal.event, row.code)
    if code is None or sealed:
        return gettext("%(seat)s: an irregularity.") % {"seat": wording.seat_name(row.seat)}
    sentence = wording.problem_text(Problem(code, "", tuple(row.cards), (row.seat,)))
    if not row.play:
        return sentence
    trick = (row.play - 1) // max(1, len(_seats(row.deal))) + 1
    return gettext("Trick %(trick)s: %(what)s") % {"trick": trick, "what": sentence}


def seen_text(incident: Incident) -> str:
    """Return where it was seen if the sheet that counts reports it no more, else an empty text."""
    if incident.stands:
        return ""
    if incident.version is None:
        return gettext("Seen in a sheet that did not become the result.")
    return gettext("Seen in version %(number)s of the result, which was changed since.") % {
        "number": incident.version
    }


def ruling_text(ruling: IrregularityRuling, *, sealed: bool = False) -> str:
    """Return what the referee decided, with the reason and the article.

    A reason may name cards, so it is not told of a sealed board.
    """
    parts = [_decision_text(ruling)]
    if ruling.reason and not sealed:
        parts.append(gettext("Reason: %(reason)s") % {"reason": ruling.reason})
    if ruling.article:
        parts.append(gettext("Article: %(article)s") % {"article": ruling.article})
    return " ".join(parts)


def _decision_text(ruling: IrregularityRuling) -> str:
    """Return what was decided, with the points that it gave or took as far as they stand."""
    adjustments = Adjustment.objects.filter(uid=ruling.adjustment, reversed_by=None)
    points = adjustments.first() if ruling.decision == Decision.PENALTY else None
    if points is None:
        values = {"decision": ruling.get_decision_display()}
        return gettext("The referee decided: %(decision)s.") % values
    if points.amount < 0:
        values = {"points": signed(-points.amount).lstrip("+")}
        return gettext("The referee decided: a penalty of %(points)s points.") % values
    return gettext("The referee decided: %(points)s points.") % {"points": signed(points.amount)}


def trick(row: Irregularity) -> Sequence[Play]:
    """Return the plays of the trick concerned, none for an irregularity that is no play."""
    if not row.play:
        return ()
    game = queries.game_of(row.deal.event)
    rules = game.rules(queries.ruleset_of(row.deal).rules)
    following = game.follow(row.sheet.report, rules)
    place = (row.play - 1) // max(1, len(game.seats(rules)))
    complete = [trick.plays for trick in following.tricks]
    return (*complete, following.trick, ())[min(place, len(complete) + 1)]


def _seats(deal: Deal) -> Sequence[str]:
    game = queries.game_of(deal.event)
    return game.seats(game.rules(queries.ruleset_of(deal).rules))


def _code_of_game(event: Event, value: str) -> StrEnum | None:
    """Return the code of a game, None for one that this version of the program does not know."""
    for codes in queries.game_of(event).codes:
        if value in {code.value for code in codes}:
            return codes(value)
    return None


def _incidents(rows: QuerySet[Irregularity]) -> list[Incident]:
    """Return each irregularity once: as the sheet that counts reports it, else as seen last.

    `rows` are all those of their deals. The contents of the sheets are not read.
    """
    tellings: Mapping[Identity, list[Irregularity]] = defaultdict(list)
    for row in _with_related(rows):
        tellings[_identity(row)].append(row)
    sheets = _sheets_of({row.deal_id for alike in tellings.values() for row in alike})
    incidents = [_incident(alike, sheets) for alike in tellings.values()]
    return sorted(incidents, key=lambda incident: incident.row.pk)


def _with_related(rows: QuerySet[Irregularity]) -> QuerySet[Irregularity]:
    rulings = IrregularityRuling.objects.select_related("official").order_by("pk")
    related = (
        "deal__board",
        "deal__event__ruleset",
        "deal__sitting__table",
        "deal__sitting__segment__match__round__group__stage__ruleset",
    )
    return (
        rows.select_related(*related).prefetch_related(Prefetch("rulings", rulings)).order_by("pk")
    )


def _identity(row: Irregularity) -> Identity:
    return row.deal_id, row.code, row.seat, row.play, tuple(row.cards)


def _incident(alike: Sequence[Irregularity], sheets: _Sheets) -> Incident:
    """Return one incident for the rows of several sheets, the oldest first."""
    standing = [row for row in alike if sheets.counting.get(row.deal_id) == row.sheet_id]
    in_results = [row for row in alike if row.sheet_id in sheets.versions]
    row = (standing or in_results or alike)[-1]
    rulings = sorted(
        (ruling for row in alike for ruling in row.rulings.all()), key=lambda ruling: ruling.pk
    )
    return Incident(row, tuple(rulings), bool(standing), sheets.versions.get(row.sheet_id))


@dataclass(frozen=True, slots=True)
class _Sheets:
    """The sheet that counts of each deal, and the last result version of each sheet, by keys."""

    counting: Mapping[int, int]
    versions: Mapping[int, int]


def _sheets_of(deals: Collection[int]) -> _Sheets:
    """Return which sheets count: those that the results came from, else the newest."""
    newest: dict[int, int] = {}
    by_uid: dict[str, int] = {}
    sheets = Sheet.objects.filter(deal__in=deals).order_by("pk")
    for deal, pk, uid in sheets.values_list("deal_id", "pk", "uid"):
        newest[deal] = by_uid[uid] = pk
    results = Result.objects.filter(deal__in=deals).order_by("version")
    posted: dict[int, int | None] = {}
    versions: dict[int, int] = {}
    for deal, origin, version in results.values_list("deal_id", "origin_uid", "version"):
        posted[deal] = sheet = by_uid.get(origin)
        if sheet is not None:
            versions[sheet] = version
    counting = newest | {deal: sheet for deal, sheet in posted.items() if sheet is not None}
    return _Sheets(counting, versions)
