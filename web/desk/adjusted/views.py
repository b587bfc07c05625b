"""The officials' page of adjusted scores: the effect is shown before a score is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from referee.models import RulingCase
from referee.rulings import adjusted_scores, listed
from referee.rulings.adjusted_scores import AverageSize
from referee.sheets import later_deals
from referee.sheets.later_deals import Misfit
from scoring.blank_sheet import AskedKind
from tournaments import results
from tournaments.base.refusals import Refused
from tournaments.base.separators import join_names
from tournaments.models import Deal, Entry, Result
from tournaments.record.ledger import Report
from tournaments.results import event_record
from tournaments.results.event_record import Effect
from tournaments.results.match_rows import deal_scores
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights.access import REFEREES
from tournaments.structure.games import game_of, ruleset_of, settle
from tournaments.wording import result_words
from tournaments.wording.games import words_of_event
from tournaments.wording.values import signed
from web.desk.adjusted.counts import CountChange
from web.desk.adjusted.forms import FORMS, AdjustedForm
from web.desk.adjusted.kinds import KINDS, AdjustedKind, AdjustedTable
from web.desk.decisions import by_ruling, deal_messages, page_values
from web.desk.decisions.forms import with_hidden_value
from web.desk.decisions.game_ends import announce_game_end
from web.desk.frame import fetch, previews
from web.desk.frame.views import UNSAID, Shown, page
from web.forms.requests import DeskRequest
from web.publish import rank_columns


@dataclass(frozen=True, slots=True)
class AdjustmentPreview:
    """The score of a deal and the standings that would result."""

    places: tuple[CountChange, ...]
    effect: tuple[Effect, ...]
    later: tuple[Misfit, ...]
    text: str
    departures: list[str]
    """A sentence for each entry at the table that has left the event."""


@page(fetch.deal_of, REFEREES, change=REFEREES, back="referee_deal")
def adjust(request: DeskRequest, deal: Deal) -> Shown:
    """Choose an adjusted score of a deal, preview its effect, and give it."""
    snapshot, kind = results.read(deal.event), _kind(request)
    people = page_values.people_at(snapshot, deal.sitting_id) or page_values.people(deal)
    at = _at_table(deal, people)
    if request.method != "POST":
        owed = page_values.read_owed(deal)
        form = FORMS[kind](initial={"seen": deal.version, "reason": owed.reason}, at=at)
        return _page(request, deal, form, owed=owed)
    form = FORMS[kind](request.POST, at=at)
    if not form.is_valid() or by_ruling.is_unsaid(request, deal, corrects=True):
        return _page(request, deal, form)
    with form.take_refusal():
        report = _report(deal, form)
        shown = _sealed_content(deal, report, snapshot)
        if "apply" in request.POST and previews.was_shown(
            form.cleaned_data["previewed"], request.user, *shown
        ):
            with announce_game_end(request, deal):
                adjusted_scores.give(
                    deal,
                    request.user,
                    form.score,
                    seen=form.cleaned_data["seen"],
                    shown=report,
                    also=by_ruling.link_chosen(request, deal, corrects=True),
                )
            text = gettext("It has an adjusted score.")
            deal_messages.add_success(request, deal, text)
            return UNSAID
        if "apply" in request.POST or form.cleaned_data["seen"] != deal.version:
            previews.tell_of_change(request)
        preview = _preview(deal, report, snapshot, at)
        data = with_hidden_value(request.POST, "seen", str(deal.version))
        form.data = with_hidden_value(data, "previewed", previews.seal(request.user, *shown))
        return _page(request, deal, form, preview)
    return _page(request, deal, form)


def _ruling_of(deal: Deal) -> RulingCase | None:
    """Return the ruling behind the deal's result; most results have only the table's version."""
    return listed.case_of_live_result(deal) if deal.version > 1 else None


def _kind(request: DeskRequest) -> AdjustedKind:
    wanted = request.GET.get("kind", "")
    return next((kind for kind in AdjustedKind if kind == wanted), AdjustedKind.AVERAGES)


def _report(deal: Deal, form: AdjustedForm) -> Report:
    """Return the result that a form asks for. Raises Refused with its problems."""
    problems = tuple(adjusted_scores.problems(deal, form.score))
    if problems:
        raise Refused(*problems)
    return adjusted_scores.changed_report(deal, form.score)


def _at_table(deal: Deal, people: Mapping[str, str]) -> AdjustedTable:
    """Return the places at a deal's table that can be awarded something, and how."""
    places = adjusted_scores.recipients(adjusted_scores.sides_at(deal))
    game, ruleset = game_of(deal.event), ruleset_of(deal)
    is_compared = adjusted_scores.is_compared(deal)
    blank = game.blank(game.rules(ruleset.rules))
    figures = [asked for asked in blank.asks if asked.kind is AskedKind.NUMBER]
    return AdjustedTable(
        places=places,
        labels={
            place.name: f"{result_words.place_text(place.name)} "
            + join_names(people[seat] for seat in place.seats if seat in people)
            for place in places
        },
        is_compared=is_compared,
        asks=tuple(asked for asked in figures if len(asked.path) == 1),
        reported=adjusted_scores.reported_at(deal) if figures else None,
        sizes=() if is_compared else _sizes(deal),
    )


def _sizes(deal: Deal) -> tuple[tuple[AverageSize, str], ...]:
    amounts = {size: adjusted_scores.average_size(deal, size) for size in AverageSize}
    flat = gettext("%(points)s, as usual") % {"points": signed(amounts[AverageSize.FLAT])}
    mean = gettext("%(points)s, the mean of what this table has played") % {
        "points": signed(amounts[AverageSize.MEAN])
    }
    if amounts[AverageSize.FLAT] == adjusted_scores.ONE:
        return ()
    return ((AverageSize.FLAT, flat), (AverageSize.MEAN, mean))


def _preview(
    deal: Deal, report: Report, before: EventSnapshot, at: AdjustedTable
) -> AdjustmentPreview:
    sides = adjusted_scores.sides_at(deal)
    settled = settle(deal, report.kind, report.facts)
    result = Result(
        deal=deal, kind=report.kind, facts=dict(report.facts), origin_label="", **settled
    )
    after = before.with_results({deal.pk: (result, sides)})
    was, now = (_counts(snapshot, deal, sides) for snapshot in (before, after))
    names = event_record.competitors(before)
    return AdjustmentPreview(
        places=tuple(
            CountChange(at.labels[place.name], was.get(place.seats[0]), now.get(place.seats[0]))
            for place in at.places
        ),
        effect=event_record.compare_standings(before, after),
        later=later_deals.misfits(deal, report.facts) if at.asks else (),
        text=result_words.result_kind_text(result),
        departures=previews.departure_texts(
            (row, names[row.uid].name) for row in _entries_at(deal, before)
        ),
    )


def _sealed_content(deal: Deal, report: Report, snapshot: EventSnapshot) -> tuple[Any, ...]:
    """Return what the preview showed: the result it replaces, the new one, and who has left."""
    left = previews.departures(_entries_at(deal, snapshot))
    return deal.uid, deal.version, report.kind.value, dict(report.facts), left


def _entries_at(deal: Deal, snapshot: EventSnapshot) -> list[Entry]:
    """Return the entries at the table of a deal; none where its draw was withdrawn."""
    sides = {*snapshot.sides_at(deal.sitting_id).values()}
    return [row for uid in sides for row in snapshot.side_by_uid[uid].entries]


def _counts(
    snapshot: EventSnapshot, deal: Deal, sides: Mapping[str, str]
) -> dict[str, Fraction | int]:
    """Return what a deal counts for every seat, by the entry that has it."""
    scored = {row.entry: row.points for row in deal_scores(snapshot) if row.deal == deal.uid}
    of_side = {
        uid: scored[entry.uid]
        for uid, side in snapshot.side_by_uid.items()
        for entry in side.entries
        if entry.uid in scored
    }
    return {seat: of_side[side] for seat, side in sides.items() if side in of_side}


def _page(
    request: DeskRequest,
    deal: Deal,
    form: AdjustedForm,
    preview: AdjustmentPreview | None = None,
    *,
    owed: page_values.OwedResult | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        **page_values.deal_context(request.user, deal, owed),
        **page_values.made_by(_ruling_of(deal)),
        "form": form,
        "by_ruling": by_ruling.form_for(request, deal, corrects=True),
        "kinds": [(kind.value, words.name, kind is form.kind) for kind, words in KINDS.items()],
        "words": KINDS[form.kind],
        "preview": preview,
        "effect": preview.effect if preview else (),
        "measures": rank_columns.columns_of_event(deal.event),
        "counted_as": words_of_event(deal.event).name,
    }
    return render(request, "desk/adjusted/adjusted.html", context)
