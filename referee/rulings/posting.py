"""What a version does when it comes into force: warnings, penalty points, the result of the deal.

Everything is posted through the ledger in the change of the ruling, and bears the version's uid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import get_language

from referee.base.refusals import Code, problem
from referee.models import (
    Remedy,
    RulingSanction,
    RulingVersion,
    SanctionKind,
    SuspensionReach,
)
from referee.rulings import corrections, gained_levels, penalties, remedies, ruling_effects
from referee.rulings.adjusted import adjusted_scores
from referee.rulings.decisions import Offender, Source
from referee.rulings.numbering import number_text
from referee.rulings.on_deals import deal_results, standing
from referee.rulings.on_deals.deal_results import Hit
from referee.rulings.penalties import Penalty, Target
from referee.rulings.proposals import Sanction
from tournaments import results
from tournaments.base.refusals import Refused
from tournaments.models import Deal, Event, RulingsShown, Seat, User, WarningLevel
from tournaments.models.record import BY_CASE
from tournaments.record import ledger
from tournaments.record.audit import Change
from tournaments.record.ledger import Origin
from tournaments.regulations import articles
from tournaments.regulations.articles import Article, Level
from tournaments.structure.regulations import regulations_of

HOLD: Final = "ruling"
"""The code of the hold on a deal whose ruling waits for somebody's word."""


def post(made: Change, version: RulingVersion, official: User) -> None:
    """Post what follows from a version. Raises Refused as the operations of the ledger do."""
    case, reason = version.case, posted_reason(version)
    rows = version.sanctions.select_related("entry__event__tournament", "person")
    sanctions = list(rows.order_by("number"))
    for sanction in sanctions:
        _post_sanction(made, version, sanction, official, reason)
    _post_effects(made, version, sanctions)
    given = ((row, row.entry, row.seat) for row in sanctions)
    hit = deal_results.hit(case.event, case.deal, given)
    if any(hit) and case.deal is not None and Remedy(version.remedy) not in remedies.WITHOUT_POINTS:
        remedies.require_posting(case.deal, official)
        _post_hit(made, case.deal, hit, version.uid, reason)
    if (kind := remedies.WITHOUT_POINTS.get(Remedy(version.remedy))) and case.deal is not None:
        remedies.require_posting(case.deal, official)
        case.deal.refresh_from_db()
        ledger.reload_round_state(case.deal.sitting)
        seen = case.deal.version
        corrections.give(made, case.deal, kind, reason, seen=seen, uid=version.uid)
    made.shows(case.event)


def _post_hit(made: Change, deal: Deal, seats: Hit, uid: str, reason: str) -> None:
    """Post what penalties make of a deal. Raises Refused where it has no points."""
    deal.refresh_from_db()
    report = deal_results.upon(deal, standing.of_deal(deal).result, seats)
    if report is None:
        raise Refused(seats.nothing_there)
    adjusted_scores.post_within(made, deal, report, reason, seen=deal.version, uid=uid)


def posted_reason(version: RulingVersion) -> str:
    """Return the reason that the rows of a ruling bear, which everybody reads.

    It names the article as far as the event publishes its rulings, and the facts never.
    """
    terms = regulations_of(version.case.event)
    number = number_text(version.case)
    if not terms.is_official:
        return article_text(version) or version.facts or number
    if terms.rulings_shown != RulingsShown.ALL:
        return number
    return " ".join(filter(None, [number, article_text(version)]))


def article_text(version: RulingVersion) -> str:
    """Return number and name of the article, or the words that were written instead."""
    if not version.article:
        return version.own_article
    row = article_of(version)
    if row is None:
        return version.article
    is_official = regulations_of(version.case.event).is_official
    return f"{row.number} {row.name}" if is_official else row.name


def article_of(version: RulingVersion) -> Article | None:
    """Return the article of the catalogue that a version names; None where there is none."""
    return _articles_of(version.case.event).get(version.article) if version.article else None


def _articles_of(event: Event) -> Mapping[str, Article]:
    """Return the articles of an event by code, read once for a list of its rulings."""
    language = get_language()
    kept: dict[str | None, Mapping[str, Article]] = vars(event).setdefault("articles_told", {})
    if language not in kept:
        kept[language] = {row.code: row for row in articles.articles(event)}
    return kept[language]


def _post_sanction(
    made: Change, version: RulingVersion, sanction: RulingSanction, official: User, reason: str
) -> None:
    seat = seat_of(version, sanction)
    made.concerns(entry=sanction.entry)
    if sanction.level in WarningLevel.values:
        case = version.case
        origin = Origin(version.uid, BY_CASE, case.deal, seat, sanction.person, case.round)
        level = WarningLevel(sanction.level)
        ledger.warn(
            made, sanction.entry, level, reason=reason, origin=origin, article=version.article
        )
    if sanction.points:
        # The catalogue's amounts are as they are, and a typed one was looked at twice. The reason
        # names the article, as far as the event publishes it.
        penalty = Penalty(sanction.points, reason, sure=True)
        target = Target(sanction.entry, seat, None if seat else sanction.person)
        side = gained_levels.gaining_side(version.case.event, version.article, seat)
        if side is None:
            penalties.give_within(made, target, official, penalty, key=version.uid)
        else:
            gained = replace(penalty, points=-penalty.points)
            other = Target(side.entries.all()[0], seat)
            penalties.give_to_side_within(made, other, official, gained, side=side, key=version.uid)


def _post_effects(made: Change, version: RulingVersion, rows: Sequence[RulingSanction]) -> None:
    """Do what heavy levels do besides their points, to the event as it is by now."""
    given = [proposed(version, row) for row in rows if ruling_effects.is_heavy(row.level)]
    if given:
        snapshot, source = results.read(version.case.event), Source.of_case(version.case)
        for effect in ruling_effects.effects_of(snapshot, source, given):
            effect.post(made, version)


def proposed(version: RulingVersion, row: RulingSanction) -> Sanction:
    """Return a stored sanction as it was proposed. Raises Refused where its seat is nobody's."""
    offender = Offender(row.entry, row.person, seat_of(version, row))
    sanction = Sanction(offender, SanctionKind(row.kind), Level(row.level), row.points)
    if sanction.level is not Level.L8:
        return sanction
    reach, rounds = SuspensionReach(version.reach), version.reach_rounds
    return replace(sanction, reach=reach, reach_rounds=rounds)


def seat_of(version: RulingVersion, sanction: RulingSanction) -> Seat | None:
    """Return the seat at the table of the case; seats may have been corrected since."""
    if not sanction.seat:
        return None
    seats = Seat.objects.filter(sitting=version.case.sitting_id, person=sanction.person)
    seat = (
        seats.select_related("side__match__round__event", "person", "sitting__segment")
        .defer("side__match__round__reasons")
        .first()
    )
    if seat is None:
        raise Refused(problem(Code.SEAT_GONE, "whom"))
    return seat
