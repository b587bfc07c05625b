"""The desk's page that compares two versions of a deal, and the list of deals missing a record."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from referee.models import Confirmation
from referee.sheets import queries, two_records, versions
from referee.sheets.versions import DealVersion
from scoring.record_comparison import Fact
from tournaments import results, wording
from tournaments.models import Deal, Result, Role, Tournament
from tournaments.rights import access
from tournaments.rights.access import DESK, REFEREES
from web.desk.decisions import deal_messages, page_values, texts_shown
from web.desk.decisions.consequences import Consequences, consequences_in, propose
from web.desk.decisions.forms import ChooseForm
from web.desk.decisions.game_ends import announce_game_end
from web.desk.frame import fetch
from web.desk.frame.views import Shown, page
from web.forms.requests import DeskRequest


@dataclass(frozen=True, slots=True)
class FactShown:
    """A row of the comparison in words."""

    words: str
    first: str
    second: str
    differs: bool


@dataclass(frozen=True, slots=True)
class VersionShown:
    """A version as the referee reads it: its problems and its points."""

    version: DealVersion
    title: str
    is_late: bool
    problems: Sequence[str]
    sums: Sequence[page_values.SheetSeatSum]
    confirmations: Sequence[Confirmation]
    consequences: Consequences | None
    """The effect if it became the result; None if it is the result or does not settle."""


def _deal(request: DeskRequest, roles: Collection[Role], uid: str, deal_uid: str) -> Deal:
    """Return a deal to read it, or on POST one whose result the user may change."""
    kind = fetch.deal_of if request.method == "POST" else fetch.deal_to_read
    return kind(request, roles, uid, deal_uid)


@page(_deal, DESK, change=REFEREES)
def compare(request: DeskRequest, deal: Deal) -> HttpResponse:
    """Show two versions of a deal side by side; the referee chooses one, with a reason."""
    data = request.POST if request.method == "POST" else request.GET
    all_versions = versions.of_deal(deal)
    pair = versions.pair(all_versions, [data.get("first", ""), data.get("second", "")])
    if request.method == "POST":
        return _choose(request, deal, all_versions, pair)
    start = {"seen": deal.version, "key": secrets.token_hex(16)}
    form = ChooseForm(initial=start, versions=_choices(pair)) if pair else None
    return _compare_page(request, deal, all_versions, pair, form)


@page(fetch.tournament_within, DESK, "desk/deals/records.html")
def lacking(request: DeskRequest, tournament: Tournament) -> Shown:
    """List the deals in play that need two records and have no result."""
    reach = fetch.reach(request, tournament, access.DESK)
    pairs = [
        pair for pair in two_records.still_open(tournament) if fetch.covers_deal(reach, pair.deal)
    ]
    return {"tournament": tournament, "pairs": pairs}


def _choose(
    request: DeskRequest,
    deal: Deal,
    all_versions: Sequence[DealVersion],
    pair: tuple[DealVersion, DealVersion] | None,
) -> HttpResponse:
    form = ChooseForm(request.POST, versions=_choices(pair or ()))
    if pair is not None and form.is_valid():
        data = form.cleaned_data
        chosen = next(version for version in pair if version.name == data["version"])
        with form.take_refusal():
            with announce_game_end(request, deal):
                versions.choose(
                    chosen, request.user, data["reason"], seen=data["seen"], key=data["key"]
                )
            deal_messages.add_success(
                request, deal, gettext("The version is now the result of the deal.")
            )
            return redirect("referee_deal", deal.event.tournament.uid, deal.uid)
    return _compare_page(request, deal, all_versions, pair, form)


def _choices(pair: Sequence[DealVersion]) -> list[tuple[str, str]]:
    return [(version.name, _title_with_time(version)) for version in pair]


def _title_with_time(version: DealVersion) -> str:
    """Distinguish two sheets of one seat by the time they arrived."""
    title = versions.title(version)
    if version.sheet is None:
        return title
    zone = ZoneInfo(version.deal.event.tournament.time_zone)
    time = version.sheet.created_at.astimezone(zone).strftime("%H:%M:%S")
    return gettext("%(title)s, %(time)s") % {"title": title, "time": time}


def _pair_shown(
    deal: Deal, pair: tuple[DealVersion, DealVersion] | None, people: dict[str, str]
) -> list[VersionShown]:
    """Return both versions with what would follow from them, by one reading of the event."""
    if pair is None:
        return []
    snapshot, live = results.read(deal.event), Result.live.filter(deal=deal).first()

    def follows(version: DealVersion) -> Consequences | None:
        proposed = None if version.result else propose(version.deal, version.facts, live)
        return consequences_in(snapshot, proposed, people) if proposed else None

    return [_version_shown(version, people, follows(version)) for version in pair]


def _version_shown(
    version: DealVersion, people: dict[str, str], follows: Consequences | None
) -> VersionShown:
    sheet = version.sheet
    settlement = queries.outcome(version.deal, version.facts).settlement
    scores = settlement.scores if settlement else {}
    problems = texts_shown.problems_shown(sheet) if sheet else []
    return VersionShown(
        version,
        versions.title(version),
        bool(sheet and sheet.is_late),
        [wording.problem_text(problem) for problem in problems],
        [page_values.SheetSeatSum(seat, name, scores.get(seat)) for seat, name in people.items()],
        list(sheet.confirmations.order_by("pk")) if sheet else [],
        follows,
    )


def facts_shown(deal: Deal, first: object, second: object) -> list[FactShown]:
    """Return in words where two reports of a deal differ."""
    return [
        FactShown(
            wording.fact_text(fact),
            wording.statement_text(fact.first),
            wording.statement_text(fact.second),
            fact.differs,
        )
        for fact in _merge_cards(two_records.compare_reports(deal, first, second).facts)
    ]


def _merge_cards(facts: Sequence[Fact]) -> list[Fact]:
    """Merge facts with the same question and answers for several cards into one row."""
    rows: dict[tuple[object, ...], Fact] = {}
    for fact in facts:
        row = (fact.code, fact.first, fact.second, fact.place)
        cards = rows[row].cards + fact.cards if row in rows else fact.cards
        rows[row] = replace(fact, cards=cards)
    return list(rows.values())


def _compare_page(
    request: DeskRequest,
    deal: Deal,
    all_versions: Sequence[DealVersion],
    pair: tuple[DealVersion, DealVersion] | None,
    form: ChooseForm | None,
) -> HttpResponse:
    people = page_values.people(deal)
    context: dict[str, Any] = {
        **page_values.deal_context(request.user, deal),
        "versions": [(version, versions.title(version)) for version in all_versions],
        "pair": _pair_shown(deal, pair, people),
        "facts": facts_shown(deal, pair[0].facts, pair[1].facts) if pair else [],
        "form": form,
    }
    return render(request, "desk/deals/compare.html", context)
