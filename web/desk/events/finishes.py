"""The end of an event at the desk: confirming it, taking it back, and the next evening."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import formats, timezone, translation
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clubs.evenings import repeats, taken_over
from clubs.evenings.numbered_titles import is_numbered, next_title
from clubs.evenings.repeats import Evening, beside_member, entries_of, repeat_evening
from clubs.wording.money import money_text
from tournaments import organise, results, wording
from tournaments.models import Entry, Event, EventFee, RegistrationTerms, Role, Tournament
from tournaments.persons import entered_names
from tournaments.progress import open_questions
from tournaments.record.audit import Actor
from tournaments.record.once import Sent
from tournaments.results.event_record import StandingsRow, entry_name
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from tournaments.structure.regulations import regulations_of
from tournaments.wording.values import runs
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, act, actor, page, permission_context, report_outcome
from web.forms import sent
from web.forms.dates import DayField
from web.forms.entries import EntriesForm
from web.forms.requests import DeskRequest
from web.publish import rank_columns
from web.publish.pages.story import PodiumPlace

PLAYS = "plays-"
"""Prefix of the fields with the people of each event, followed by its number."""
DATED = re.compile(r"[\s,，·（(]*(\d{4}-\d{1,2}-\d{1,2}|(\d{4}年)?\d{1,2}月\d{1,2}日)[)）]?$")
LONGEST = 120
BESIDE_MEMBER: Final = _(
    "A member and a guest have the name %(names)s. Untick one of them, and enter that one "
    "afterwards under a name that tells the two apart."
)


class RepeatForm(EntriesForm):
    """The next evening of a tournament, with the events that are played again."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST)
    starts_on = DayField(label=_("First day"))

    def __init__(
        self, earlier: Tournament, events: Sequence[Event], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        day = day_of_next(earlier.starts_on, timezone.localdate())
        self.initial = {"name": name_of_day(earlier, day), "starts_on": day}
        self.earlier = earlier
        self._entries: dict[Event, dict[str, Entry]] = {}
        for event in events:
            self._add_people(event)

    @property
    def people(self) -> list[forms.BoundField]:
        """The fields for ticking who plays again, one for each event."""
        return [self[_field_of(event)] for event in self._entries]

    @property
    def taken_over(self) -> list[str]:
        """Sentences on what is carried over besides rules and people, and what is not."""
        return list(_taken_over(self.earlier, list(self._entries)))

    def clean(self) -> dict[str, Any]:
        """Refuse a guest together with a member of the same name: one is entered by hand."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for event, by_uid in self._entries.items():
            chosen = [by_uid[uid] for uid in data.get(_field_of(event), ())]
            if beside := beside_member(event, chosen):
                names = wording.listed(entry_name(by_uid[uid]) for uid in by_uid if uid in beside)
                self.add_error(_field_of(event), BESIDE_MEMBER % {"names": names})
        return data

    def press(self, actor: Actor, sent: Sent) -> Tournament:
        """Make the evening."""
        data = self.cleaned_data
        entries = {
            event: [by_uid[uid] for uid in data[_field_of(event)]]
            for event, by_uid in self._entries.items()
        }
        evening = Evening(data["name"], data["starts_on"], entries, data["allow_banned"])
        return repeat_evening(self.earlier, actor, evening, sent)

    def _add_people(self, event: Event) -> None:
        named = entries_of(event)
        waits = beside_member(event, [entry for entry, _name in named])
        self._entries[event] = {entry.uid: entry for entry, _name in named}
        self.fields[_field_of(event)] = forms.MultipleChoiceField(
            label=event.name,
            choices=[(entry.uid, name) for entry, name in named],
            initial=[entry.uid for entry, _name in named if entry.uid not in waits],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )


def _taken_over(earlier: Tournament, events: Sequence[Event]) -> Iterator[str]:
    terms = RegistrationTerms.objects.filter(event__in=events).exclude(door="")
    if terms.exists():
        yield gettext("Registration as before; its times move with the date.")
    for fee in EventFee.objects.filter(event__in=events).select_related("event").order_by("event"):
        amount = money_text(fee.amount, fee.currency)
        yield gettext("Entry fee of %(event)s: %(amount)s") % {
            "event": fee.event.name,
            "amount": amount,
        }
    if any(event.prizes for event in events):
        yield gettext("Prizes as before")
    names = {row.season.name for event in events for row in taken_over.seasons_of(event)}
    for name in sorted(names):
        yield gettext("Counts in the season %(name)s") % {"name": name}
    officials = earlier.memberships.values("user").distinct().count()
    if officials:
        yield ngettext(
            "%(number)s official with the same role",
            "%(number)s officials with the same roles",
            officials,
        ) % {"number": officials}


def day_of_next(earlier: date, today: date) -> date:
    """Return the first same weekday after an evening that is not past.

    >>> str(day_of_next(date(2026, 11, 20), date(2026, 11, 20)))
    '2026-11-27'
    >>> str(day_of_next(date(2026, 11, 20), date(2026, 12, 4)))
    '2026-12-04'
    """
    weeks = max(1, -((earlier - today).days // 7))
    return earlier + timedelta(weeks=weeks)


def name_of_day(earlier: Tournament, day: date) -> str:
    """Return the name of the next evening, with its date in place of the earlier one's.

    A number is counted up; a name with a number but without a date gets no date.
    """
    name = DATED.sub("", next_title(earlier.name))
    for language in ("en", "zh-hans"):
        with translation.override(language):
            before = gettext("%(name)s, %(day)s") % {"name": "", "day": _day(earlier.starts_on)}
        name = name.removesuffix(before)
    if is_numbered(name) and name == next_title(earlier.name):
        return name
    named = gettext("%(name)s, %(day)s") % {"name": name, "day": _day(day)}
    return named if len(named) <= LONGEST else earlier.name


def _day(day: date) -> str:
    return formats.date_format(day, "MONTH_DAY_FORMAT")


def _field_of(event: Event) -> str:
    return f"{PLAYS}{event.number}"


def _with_unconfirmed(request: DeskRequest, roles: Collection[Role], uid: str) -> Event:
    """Return an event with the number of its players with unconfirmed names."""
    open_players = entered_names.open_players()
    return access.event_as(request.user, uid, roles, unconfirmed=open_players)


@page(_with_unconfirmed, DIRECTORS, "desk/events/finish.html", change=DIRECTORS, back="desk_event")
def finish(request: DeskRequest, event: Event) -> Shown:
    """Confirm that an event is over, and show what becomes final; standings are official then."""
    if request.method == "POST":
        done = gettext("The event is finished, and its standings are official.")
        if regulations_of(event).notice_minutes:
            done = gettext("The event is finished, and its result is on notice.")
        with report_outcome(request, done):
            organise.finish_event(event, actor(request))
        return UNSAID
    if event.state == Event.State.FINISHED:
        return UNSAID
    snapshot = results.read(event)
    outcome = organise.outcome_of(snapshot)
    return {
        "few_deals": organise.few_deals(snapshot),
        "event": event,
        "outcome": outcome,
        "places": [_place(row) for _line, rows in outcome.best for row in rows],
        "deciding": rank_columns.columns_of_event(event).deciding,
        "open_calls": open_questions.calls_of_event(event),
        **permission_context(request, event.tournament),
        "refusals": [wording.problem_text(problem) for problem in outcome.problems],
    }


def _place(row: StandingsRow) -> PodiumPlace:
    return PodiumPlace(row.rank.place, row.competitor.number, row.competitor.name, "")


def _competitor(request: DeskRequest, roles: Collection[Role], uid: str, number: int) -> Entry:
    entry = fetch.entry(request, roles, uid, number)
    if entry.kind != Entry.Kind.COMPETITOR:
        raise Http404
    return entry


def _to_finish(entry: Entry) -> HttpResponse:
    return redirect("desk_finish", entry.event.uid)


@act(_competitor, DIRECTORS, back=_to_finish)
def unplaced(request: DeskRequest, entry: Entry) -> str:
    """Take the rank from an entry that played few deals, or give it back."""
    gives_none = request.POST.get("unplaced") == "yes"
    name = results.event_record.entry_name(entry)
    organise.set_unplaced(entry, actor(request), unplaced=gives_none)
    if gives_none:
        return gettext("%(name)s has no place: too few deals were played.") % {"name": name}
    return gettext("%(name)s has its place again.") % {"name": name}


@page(fetch.event, DIRECTORS, "desk/events/reopen.html", change=DIRECTORS, back="desk_event")
def reopen(request: DeskRequest, event: Event) -> Shown:
    """Confirm that the finish of an event is to be taken back, and take it back."""
    if request.method == "POST":
        done = gettext("The finish is taken back: the standings are provisional again.")
        with report_outcome(request, done):
            for name, held in organise.reopen_event(event, actor(request)).items():
                messages.warning(request, _held_elsewhere(name, held))
        return UNSAID
    refusals = [wording.problem_text(problem) for problem in organise.reopen_problems(event)]
    return {"event": event, "refusals": refusals}


def _held_elsewhere(name: str, tables: Sequence[int]) -> str:
    values = {"tournament": name, "held": runs(tables)}
    text = gettext(
        "%(tournament)s plays at table %(held)s now. The next round is drawn at free tables."
    )
    return text % values


@page(fetch.event, DIRECTORS, change=DIRECTORS)
def event_repeat(request: DeskRequest, event: Event) -> HttpResponse:
    """Create the next evening from one finished event."""
    events = [event] if event.state == Event.State.FINISHED else []
    return _repeat(request, event.tournament, events, whole=False)


@page(fetch.tournament, DIRECTORS, change=DIRECTORS)
def tournament_repeat(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Create the next evening from a tournament whose events are finished."""
    events = repeats.may_be_repeated(tournament)
    return _repeat(request, tournament, events, whole=True)


def _repeat(
    request: DeskRequest, earlier: Tournament, events: Sequence[Event], *, whole: bool
) -> HttpResponse:
    """Ask for name, date and people of the next evening, and create it.

    For an event of an official competition the page words it differently. Raises Http404 or
    PermissionDenied for a user who does not direct the club.
    """
    access.club_as(request.user, earlier.club.uid, access.DIRECTORS)
    is_formal = any(regulations_of(event).is_official for event in events)
    if not events:
        messages.error(request, gettext("Only a finished evening can be repeated."))
        return redirect("desk_tournament", earlier.uid)
    form = RepeatForm(earlier, events, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.take_refusal():
            made = form.press(actor(request), sent.form(request))
            done = gettext("The next evening is ready. Check in who has come.")
            if is_formal:
                done = gettext("The next event is ready. Look at its regulations and settings.")
            messages.success(request, done)
            first = made.events.order_by("number")[0]
            return redirect("desk_event", first.uid)
    context = {"tournament": earlier, "form": form, "is_formal": is_formal, "whole": whole}
    return render(request, "desk/events/repeat.html", context)
