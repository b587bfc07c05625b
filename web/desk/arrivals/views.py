"""Arrivals (到场): a referee's page in the hall, with who is missing and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from referee.arrivals import arrivals, forfeiting
from referee.arrivals.arrivals import MOST_MINUTES, LateEntry
from referee.arrivals.board import (
    ArrivalBoard,
    ExpectedAtTable,
    arrival_board,
    noted_text,
    preview_target,
    step_text,
)
from referee.base.refusals import Code
from referee.models import Arrival, ArrivalState
from referee.rulings import penalties
from referee.rulings.lost_matches import as_match
from tournaments import organise, results, wording
from tournaments.base.refusals import Refused
from tournaments.models import Event, Round, RoundState
from tournaments.regulations import lateness
from tournaments.regulations.lateness import LateArticle
from tournaments.results.event_record import Effect
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights.access import REFEREES
from tournaments.structure.regulations import regulations_of
from web.desk.frame import fetch
from web.desk.frame.views import Shown, page, tell_problems
from web.forms import sent
from web.forms.base import NO_BUTTON, DeskForm
from web.forms.requests import DeskRequest
from web.publish import rank_columns


class ArrivalForm(DeskForm):
    """A button pressed on the page: which entry, at which match, and what to record."""

    side = forms.CharField(max_length=32, error_messages=NO_BUTTON)
    entry = forms.CharField(max_length=32, error_messages=NO_BUTTON)
    press = forms.ChoiceField(
        choices=[(name, name) for name in ("missing", "arrived", "impose", "forfeit", "back")],
        error_messages=NO_BUTTON,
    )
    seen = forms.IntegerField(required=False, min_value=0)
    shown = forms.CharField(required=False, max_length=40)
    minutes = forms.IntegerField(
        label=_("Minutes late, by the referee's watch"),
        required=False,
        min_value=0,
        max_value=MOST_MINUTES,
    )
    house_player = forms.CharField(
        label=_("House player who takes the seat"), required=False, max_length=60
    )
    reason = forms.CharField(
        label=pgettext_lazy("ruling", "Reason"), required=False, max_length=200
    )


@dataclass(frozen=True, slots=True)
class MissingRow:
    """An entry that is missing, with the consequence so far and what it would change.

    `elsewhere` says whose the table is where it is not the reader's.
    """

    expected: ExpectedAtTable
    follows: str
    effect: tuple[Effect, ...]
    may_forfeit: bool
    award: str
    """What the match counts without play; empty at a table of single players."""
    also: Sequence[ExpectedAtTable]
    """Who else is missing in the match and forfeits it too."""
    typed: int | None
    """The minutes that the referee typed, which replace those of the clock."""
    elsewhere: str

    @property
    def of_both(self) -> bool:
        """Whether neither of two sides is there, so that nobody wins the match."""
        sides = {one.side.key for one in (self.expected, *self.also)}
        return self.expected.is_of_two and len(sides) > 1

    @property
    def forfeits(self) -> str:
        """Who forfeits by the button, as its form sends it back."""
        return forfeiting.shown_entries([one.entry for one in (self.expected, *self.also)])


@dataclass(frozen=True, slots=True)
class NotedRow:
    """An entry that came late or not at all, with the consequence."""

    expected: ExpectedAtTable
    follows: str
    imposes: bool
    """Whether the reader may impose what a referee without that right has noted."""
    elsewhere: str


@page(fetch.round_of, REFEREES, "desk/arrivals/arrivals.html", change=REFEREES)
def arrivals_of_round(request: DeskRequest, round_: Round) -> Shown:
    """Show who is missing at the tables of a round, and record arrivals at the reader's tables."""
    if not regulations_of(round_.event).is_official:
        # A club event has no table of lateness, so it has no such page.
        return redirect("desk_round", round_.uid)
    if request.method == "POST":
        form, typed = ArrivalForm(request.POST), ""
        if form.is_valid():
            typed = _press(request, round_, form.cleaned_data)
        else:
            form.tell(request)
        here = reverse("referee_arrivals", args=[round_.event.tournament.uid, round_.uid])
        return redirect(here + typed)
    return _page(request, results.read(round_.event), round_)


def _press(request: DeskRequest, round_: Round, data: dict[str, Any]) -> str:
    """Carry out the button pressed; return the query with typed minutes that mean a forfeit."""
    try:
        late = arrivals.late_entry(round_, data["side"], data["entry"])
        fetch.require_tables(request, round_.event, arrivals.tables_of(late.match))
        done = _carry_out(request, late, data)
    except Refused as refused:
        tell_problems(request, refused)
        is_forfeit = Code.MATCH_FORFEITED in {problem.code for problem in refused.problems}
        if is_forfeit and data["minutes"] is not None:
            named = {name: data[name] for name in ("side", "entry", "minutes")}
            return f"?{urlencode(named)}#late-{data['side']}-{data['entry']}"
    else:
        messages.success(request, done)
    return ""


def _carry_out(request: DeskRequest, late: LateEntry, data: dict[str, Any]) -> str:
    """Carry out the button pressed, and return the message."""
    user, press = request.user, data["press"]
    if press == "missing":
        arrivals.mark_missing(late, user)
        return gettext("Noted as missing.")
    if press == "forfeit":
        asked = {name: data[name] for name in ("minutes", "house_player", "shown")}
        forfeiting.forfeit(late, user, **asked)
        return gettext("The match is forfeited.")
    if press == "back":
        arrivals.take_back(late, user, data["reason"])
        return gettext("The note is taken back.")
    if press == "impose":
        arrivals.impose(late, user)
        return gettext("The penalty is given.")
    if data["minutes"] is None:
        arrivals.check_shown(late, data["shown"])
    mark = arrivals.mark_arrived(late, user, minutes=data["minutes"], seen=data["seen"])
    if mark.awaits_penalty:
        return gettext("Arrived. The deputy or the chief referee gives the penalty.")
    return gettext("Arrived.")


def _page(request: DeskRequest, snapshot: EventSnapshot, round_: Round) -> dict[str, Any]:
    event, board = snapshot.event, arrival_board(snapshot, round_)
    numbers = {number for table in board.tables for one in table.expected for number in one.tables}
    elsewhere = fetch.whose_elsewhere(request, event, numbers)
    return {
        "tournament": event.tournament,
        "event": event,
        "round": round_,
        "board": board,
        "missing": [
            _missing_row(request, snapshot, board, one, _whose_tables(elsewhere, one))
            for one in board.missing
        ],
        "noted": [
            _noted_row(request, event, board, one, _whose_tables(elsewhere, one))
            for one in board.noted
        ],
        "tables": [(table, _whose_tables(elsewhere, *table.expected)) for table in board.tables],
        "forfeited": ArrivalState.FORFEITED,
        "in_play": round_.state == RoundState.PUBLISHED,
        "measures": rank_columns.columns_of_event(event),
    }


def _whose_tables(elsewhere: Mapping[int, str], *expected: ExpectedAtTable) -> str:
    """Say whose tables of a match are not the reader's; empty if there are none."""
    tables = [number for one in expected for number in one.tables]
    return next((elsewhere[number] for number in tables if number in elsewhere), "")


def _noted_row(
    request: DeskRequest, event: Event, board: ArrivalBoard, one: ExpectedAtTable, elsewhere: str
) -> NotedRow:
    mark = cast(Arrival, one.mark)
    imposes = mark.awaits_penalty and arrivals.may_impose(
        request.user, event, LateArticle(mark.article), one.tables
    )
    follows = noted_text(mark.article, mark.amount, board.terms, board.off_both(one))
    return NotedRow(one, follows, imposes, elsewhere)


def _missing_row(
    request: DeskRequest,
    snapshot: EventSnapshot,
    board: ArrivalBoard,
    one: ExpectedAtTable,
    elsewhere: str,
) -> MissingRow:
    typed = _typed(request, one)
    if typed is not None:
        one = replace(one, minutes=typed, step=lateness.late_step(typed, board.terms))
    step, event = one.step, snapshot.event
    match, _side = snapshot.match_of_side[one.side.key]
    award, effect = "", tuple[Effect, ...]()
    sides = {side.key for side in match.sides}
    also = [each for each in board.missing if each.side.key in sides and each.entry != one.entry]
    if step is not None and step.is_forfeit and one.is_of_two:
        usual = organise.usual_award(as_match(match), snapshot)
        is_of_both = any(each.side.key != one.side.key for each in also)
        present = usual.absent if is_of_both else usual.present
        values = {"present": present, "absent": usual.absent}
        shown = {name: wording.unsigned(number) for name, number in values.items()}
        award = pgettext("walkover", "%(present)s : %(absent)s") % shown
    elif step is not None and step.amount:
        effect = _effect(snapshot, board, one)
    return MissingRow(
        one,
        step_text(step, board.terms, board.off_both(one)),
        effect,
        arrivals.may_impose(request.user, event, LateArticle.FORFEIT, one.tables),
        award,
        also,
        typed,
        elsewhere,
    )


def _typed(request: DeskRequest, one: ExpectedAtTable) -> int | None:
    """Return the minutes that were typed for a missing entry, in place of the clock's."""
    given = request.GET
    is_named = (given.get("side"), given.get("entry")) == (one.side.uid, one.entry.uid)
    minutes = given.get("minutes", "") if is_named else ""
    number = sent.number_or_none(minutes)
    return None if number is None else min(number, MOST_MINUTES)


def _effect(
    snapshot: EventSnapshot, board: ArrivalBoard, one: ExpectedAtTable
) -> tuple[Effect, ...]:
    """Return what the penalty would change in the standings shown."""
    whom = preview_target(snapshot, one, board.terms)
    if whom is None or one.step is None:
        return ()
    return penalties.effect(snapshot, whom, one.step.amount, one.step.article.value)
