"""What the pages of a ruling show beside it: policies, who may confirm, decisions built on it.

Nothing is decided here; the operations check all of it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext

from referee.appeals import built_on, part_texts
from referee.base.case_numbers import number_text
from referee.models import Needs
from referee.rulings import adjusted_scores, decisions, listed, offices, proposals, ruling_parts
from referee.rulings.decisions import RulingDecision, RulingSource
from referee.rulings.listed import Ruled, VersionState
from referee.rulings.proposals import Proposal
from tournaments.models import Deal, Entry, Event, Tournament
from tournaments.record.digest import canonical
from tournaments.regulations import policies
from tournaments.regulations.policies import Filled
from tournaments.results import event_record
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot
from web.desk.frame import previews
from web.desk.rulings.forms import WordForm
from web.forms.requests import DeskRequest


def replaying_articles(event: Event) -> frozenset[str]:
    """Return the articles by which the event has a deal played again."""
    return policies.articles_that(event, Filled.VOID)


def decides_call(source: RulingSource | None) -> dict[str, Any]:
    """Return the ruling that decides the call from which a new one would start, or None."""
    case = listed.case_of_call(source.call) if source else None
    return {"decided_by": case, "decided_by_number": number_text(case) if case else ""}


def figures_below(
    source: RulingSource, decision: RulingDecision, proposal: Proposal
) -> Sequence[tuple[str, int]]:
    """Return on which results of its match the figures of a preview lie, each with its version.

    None where it shows no figures: a warning need not be looked at again for every deal.
    """
    measures = proposals.proposed_measures(source, decision, proposal)
    counts = any(row.points or row.level.is_heavy for row in measures.sanctions)
    is_void = measures.remedy in decisions.WITHOUT_POINTS
    if source.sitting is None or not (counts or is_void or any(measures.penalised_seats)):
        return ()
    rows = Deal.objects.filter(sitting__segment__match=source.sitting.segment.match_id)
    return list(rows.order_by("pk").values_list("uid", "version"))


def gives_adjusted_score(source: RulingSource, article: str) -> bool:
    """Whether the policies of the event require an adjusted score for this article."""
    return source.deal is not None and article in _adjusting(source.event)


def awaits_adjusted_score(ruled: Ruled) -> bool:
    """Whether a ruling in force implies an adjusted score that is not given yet."""
    deal, version = ruled.case.deal, ruled.shown
    if deal is None or version.remedy or ruled.state(version) is not VersionState.IN_FORCE:
        return False
    if version.article not in _adjusting(ruled.case.event):
        return False
    return not adjusted_scores.is_adjusted(deal)


def _adjusting(event: Event) -> frozenset[str]:
    return policies.articles_that(event, Filled.ADJUSTED)


def first_waiting(
    request: DeskRequest, tournament: Tournament, rows: Sequence[Ruled]
) -> Ruled | None:
    """Return the oldest ruling that the user may confirm or reject."""
    for ruled in reversed(rows):
        ruled.case.event.tournament = tournament
        if may_confirm(request, ruled):
            return ruled
    return None


def may_confirm(request: DeskRequest, ruled: Ruled) -> bool:
    """Whether a ruling awaits confirmation and the user may confirm or reject it."""
    newest, event = ruled.newest, ruled.case.event
    if ruled.state(newest) is not VersionState.WAITING:
        return False
    table = RulingSource.of_case(ruled.case).table
    return offices.may_confirm(request.user, newest.official, event, Needs(newest.needs), table)


def built_texts(ruled: Ruled) -> list[str]:
    """Return in words the later decisions built on a ruling, and the corrections that stay."""
    version = ruled.shown
    rows = built_on.since(version, ruling_parts.parts_of(version))
    kept = ruling_parts.corrections_of(ruled.case)
    values = [{"number": row.result.version} for row in kept]
    stays = gettext("Version %(number)s, the correction under this ruling, stays.")
    return [*map(part_texts.built_text, rows), *(stays % each for each in values)]


def departures_named(snapshot: EventSnapshot, decision: RulingDecision) -> list[str]:
    """Return a sentence for each offender's entry that has left the event."""
    names = event_record.competitors(snapshot)
    entries = {row.entry.pk: row.entry for row in decision.offenders}.values()
    return previews.departure_texts((entry, names[entry.uid].name) for entry in entries)


def departures_in(ruled: Ruled) -> list[str]:
    """Return the same for the newest version of a ruling."""
    return previews.departure_texts((entry, entry_name(entry)) for entry in _entries_of(ruled))


def departures_of(ruled: Ruled) -> str:
    """Return which entries of the newest version have left; empty if none has."""
    left = previews.departures(_entries_of(ruled))
    return canonical(left) if left else ""


def _entries_of(ruled: Ruled) -> Iterator[Entry]:
    yield from {row.entry_id: row.entry for row in ruled.newest.sanctions.all()}.values()


def word_form(ruled: Ruled, sent: WordForm | None) -> WordForm:
    """Return the form that confirms or rejects the newest version, with the reason sent."""
    left = departures_of(ruled)
    if sent is None:
        return WordForm(initial={"seen": ruled.newest.number, "left": left})
    sent.data = {**sent.data, "left": left}
    return sent
