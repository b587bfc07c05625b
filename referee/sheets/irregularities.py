"""违例: irregularities in play that a sheet reports, offered to the referee for a ruling.

Each becomes a row when the sheet comes in; the sheet counts as it would without. The same
irregularity in a newer sheet of the deal is another row, and one ruling holds for all of them. One
that a referee has ruled on stays, whatever later sheets say, and names the version in which it was
seen. Rulings are made in `rulings.irregularity_rulings`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, Final, cast

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce
from django.utils.translation import gettext, ngettext

from referee.base import case_numbers
from referee.models import Decision, Irregularity, IrregularityRuling, Sheet
from scoring.following import Irregularity as Reported
from scoring.following import Play
from scoring.problems import Problem
from tournaments import wording
from tournaments.models import Adjustment, Deal, Event, Result, Round, User
from tournaments.record.audit import Change
from tournaments.structure.games import game_of, ruleset_of
from tournaments.wording.values import signed

MOST: Final = 60
"""Limit for one sheet; only a senseless sheet has more."""

OF_RULING: Final = tuple(field.attname for field in IrregularityRuling._meta.concrete_fields)

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
    once = {(each.code, each.seat, each.play, tuple(each.cards)): each for each in reported}
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


def unruled(**within: Any) -> list[Incident]:
    """Return the incidents that wait for a ruling, the oldest first; `within` filters them."""
    incidents = _incidents(**within)
    return [incident for incident in incidents if incident.stands and not incident.rulings]


def unruled_rows(**within: Any) -> QuerySet[Irregularity]:
    """Return the rows of the incidents that wait for a ruling, one for each, to be counted.

    They are those that the sheet that counts reports, where no sheet's report of the same
    irregularity has a ruling.
    """
    alike = {name: OuterRef(name) for name in ("deal", "code", "seat", "play")}
    same = Irregularity.objects.annotate(written=Cast("cards", TextField())).filter(
        **alike, written=OuterRef("written"), rulings__isnull=False
    )
    rows = Irregularity.objects.annotate(written=Cast("cards", TextField()), **_sheets())
    return rows.filter(Q(counting=F("sheet")), ~Exists(same), **within)


def incidents_of_deal(deal: Deal) -> list[Incident]:
    """Return the incidents of a deal that stand or were ruled on, in the order of play."""
    incidents = [
        incident for incident in _incidents(deal=deal) if incident.stands or incident.ruling
    ]
    return sorted(incidents, key=lambda incident: (incident.row.play, incident.row.pk))


def incident_of(row: Irregularity) -> Incident:
    """Return the incident of a row, whichever sheet of its deal reports it."""
    incidents = _incidents(deal=row.deal_id)
    return next(incident for incident in incidents if _identity(incident.row) == _identity(row))


def judged(**within: Any) -> list[Incident]:
    """Return the incidents on which a referee has ruled, with those dismissed."""
    return [incident for incident in _incidents(**within) if incident.rulings]


def ruled(**within: Any) -> list[Incident]:
    """Return the incidents on which a referee has ruled, without those dismissed."""
    dismissed = Decision.DISMISSED
    return [incident for incident in judged(**within) if incident.rulings[-1].decision != dismissed]


def text(row: Irregularity, *, sealed: bool = False) -> str:
    """Return what happened as a sentence; for a sealed board without cards and plays."""
    game = game_of(row.deal.event)
    known = [codes for codes in game.codes if row.code in {code.value for code in codes}]
    # The code may be of another version of the program.
    if not known or sealed:
        return gettext("%(seat)s: an irregularity.") % {"seat": wording.seat_name(row.seat)}
    code = known[0](row.code)
    sentence = wording.problem_text(Problem(code, "", tuple(row.cards), (row.seat,)))
    if not row.play:
        return sentence
    number = _trick_index(row) + 1
    return gettext("Trick %(trick)s: %(what)s") % {"trick": number, "what": sentence}


def seen_text(incident: Incident) -> str:
    """Return where it was seen if the sheet that counts no longer reports it, else ""."""
    if incident.stands:
        return ""
    if incident.version is None:
        return gettext("Seen in a sheet that did not become the result.")
    return gettext("Seen in version %(number)s of the result, which has been changed since.") % {
        "number": incident.version
    }


def ruling_text(ruling: IrregularityRuling, *, sealed: bool = False) -> str:
    """Return what the referee decided, with the reason and the article.

    The ruling is one of an incident, or was read `with_points`. Reason and article are typed and
    may name cards, so they are not told of a sealed board. One that was noted with the number of a
    ruling was decided by that ruling, whatever followed.
    """
    number = case_numbers.printed_again(ruling.reason) if ruling.decision == Decision.NOTED else ""
    if number:
        return gettext("Decided by ruling %(number)s.") % {"number": number}
    parts = [_decision_text(ruling)]
    if sealed:
        return wording.joined_sentences(parts)
    if ruling.reason:
        parts.append(gettext("Reason: %(reason)s") % {"reason": ruling.reason})
    if ruling.article:
        parts.append(gettext("Article: %(article)s") % {"article": ruling.article})
    return wording.joined_sentences(parts)


def _decision_text(ruling: Any) -> str:
    """Return what was decided, with the points that it gave or took as far as they stand."""
    if ruling.decision == Decision.PENALTY and ruling.numerator is None:
        return gettext("The referee gave penalty points, and took them back.")
    if ruling.decision != Decision.PENALTY:
        values = {"decision": ruling.get_decision_display()}
        return gettext("The referee decided: %(decision)s.") % values
    points = Fraction(ruling.numerator, ruling.denominator)
    if points < 0:
        values = {"points": signed(-points).lstrip("+")}
        text = ngettext(
            "The referee decided: a penalty of %(points)s point.",
            "The referee decided: a penalty of %(points)s points.",
            1 if points == -1 else 2,
        )
        return text % values
    text = ngettext(
        "The referee decided: %(points)s point.",
        "The referee decided: %(points)s points.",
        1 if points == 1 else 2,
    )
    return text % {"points": signed(points)}


def told_text(incident: Incident, *, sealed: bool) -> str:
    """Return an incident and the ruling in force, as tables and the public see them."""
    ruling = incident.ruling
    ruled = ruling_text(ruling, sealed=sealed) if ruling else ""
    return wording.joined_sentences([text(incident.row, sealed=sealed), seen_text(incident), ruled])


def trick(row: Irregularity) -> Sequence[Play]:
    """Return the plays of the trick concerned, none for an irregularity that is no play."""
    if not row.play:
        return ()
    rules = game_of(row.deal.event).rules(ruleset_of(row.deal).rules)
    following = game_of(row.deal.event).follow(row.sheet.report, rules)
    complete = [trick.plays for trick in following.tricks]
    return (*complete, following.trick, ())[min(_trick_index(row), len(complete) + 1)]


def _trick_index(row: Irregularity) -> int:
    """Return the index of the trick in which a play was made; every trick is as long."""
    game = game_of(row.deal.event)
    seats = game.seats(game.rules(ruleset_of(row.deal).rules))
    return (row.play - 1) // max(1, len(seats))


def _incidents(**within: Any) -> list[Incident]:
    """Return each irregularity once: as the sheet that counts reports it, else as seen last.

    The filter takes all those of a deal or none. The contents of the sheets are not read.
    """
    related = (
        "deal__board",
        "deal__event__ruleset",
        "deal__sitting__table",
        "deal__sitting__segment__match__round__group__stage__ruleset",
    )
    rows = (
        Irregularity.objects.filter(**within)
        .select_related(*related)
        .defer(
            *Round.draws_by(*related),
            *(f"deal__event__{name}" for name in Event.LONG_SETTINGS),
        )
    )
    # A row comes once for each ruling on it, or once without any.
    reported: dict[Identity, list[Any]] = defaultdict(list)
    for row in rows.annotate(**_sheets(), **_of_ruling()).order_by("pk", "rulings__pk"):
        reported[_identity(row)].append(row)
    incidents = []
    for alike in reported.values():
        standing = [row for row in alike if row.counting == row.sheet_id]
        in_results = [row for row in alike if row.version is not None]
        told = (standing or in_results or alike)[-1]
        of_all = [_ruling(row) for row in alike if row.ruling_id is not None]
        of_all.sort(key=lambda ruling: ruling.pk)
        incidents.append(Incident(told, tuple(of_all), bool(standing), told.version))
    return sorted(incidents, key=lambda incident: incident.row.pk)


def _of_ruling() -> dict[str, Combinable]:
    """Return the columns of a ruling on an irregularity, with the points that still stand."""
    return {
        **{f"ruling_{name}": F(f"rulings__{name}") for name in OF_RULING},
        "ruling_official": F("rulings__official__username"),
        "ruling_official_name": F("rulings__official__real_name"),
        **_standing_points("rulings__adjustment"),
    }


def with_points(rulings: QuerySet[IrregularityRuling]) -> QuerySet[IrregularityRuling]:
    """Let rulings bear the points that they gave as far as they stand, which their text tells."""
    return rulings.annotate(**_standing_points("adjustment"))


def _standing_points(adjustment: str) -> dict[str, Combinable]:
    given = Adjustment.objects.filter(uid=OuterRef(adjustment), reversed_by=None)
    return {name: Subquery(given.values(name)[:1]) for name in ("numerator", "denominator")}


def _ruling(row: Any) -> IrregularityRuling:
    values = [getattr(row, f"ruling_{name}") for name in OF_RULING]
    ruling: Any = IrregularityRuling.from_db(DEFAULT_DB_ALIAS, OF_RULING, values)
    ruling.official = User(
        pk=ruling.official_id,
        username=row.ruling_official,
        real_name=row.ruling_official_name or "",
    )
    ruling.irregularity = row
    ruling.numerator, ruling.denominator = row.numerator, row.denominator
    return cast(IrregularityRuling, ruling)


def _identity(row: Irregularity) -> Identity:
    return row.deal_id, row.code, row.seat, row.play, tuple(row.cards)


def _sheets() -> dict[str, Combinable]:
    """Return expressions of an irregularity: the sheet of its deal that counts, and a version.

    That sheet counts from which the last result came, else the newest. The version is the last one
    that came of the sheet that reports the irregularity.
    """
    of_deal = {"deal": OuterRef("deal")}
    results = Result.objects.filter(**of_deal).order_by("-version")
    sheets = Sheet.objects.filter(**of_deal).order_by("-pk").values("pk")
    posted = sheets.filter(uid=Subquery(results.values("origin_uid")[:1]))
    came_of_it = results.filter(origin_uid=OuterRef("sheet__uid")).values("version")
    return {
        "counting": Coalesce(Subquery(posted[:1]), Subquery(sheets[:1])),
        "version": Subquery(came_of_it[:1]),
    }
