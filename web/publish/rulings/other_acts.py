"""Withdrawals, awards, corrected seats, calls and appeals, as rows of the 裁判记录.

Rulings on deals are in `proceedings`, which prints these beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext

from referee.appeals import reading, states, texts
from referee.arrivals import minutes
from referee.arrivals.board import noted_text
from referee.base.verbs import Verb as RefereeVerb
from referee.models import Arrival, ArrivalState, Call, CallStep
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import (
    Award,
    AwardKind,
    Entry,
    Event,
    Exclusion,
    LogMention,
    MentionKind,
    Round,
    Side,
    Sitting,
    User,
)
from tournaments.record import log_queries
from tournaments.record.audit import Verb
from tournaments.record.log_queries import body_of
from tournaments.regulations import lateness
from tournaments.regulations.articles import EventArticles
from tournaments.results.event_record import entry_name

GIVING_AWARDS: Final = (
    Verb.AWARD_MATCH,
    Verb.TAKE_BACK_AWARD,
    *(RefereeVerb.RULE_CASE, RefereeVerb.CONFIRM_RULING, RefereeVerb.MARK_ARRIVED),
)
"""The changes by which matches are awarded, or awards taken back."""


@dataclass(frozen=True, slots=True)
class Act:
    """An act of an official: when, in which round, about whom, what, why, and by whom."""

    at: datetime
    round: int | None
    about: str
    what: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class _LoggedAct:
    """An entry of the log about a row, with the name of the account that acted."""

    uid: str
    body: Mapping[str, Any]
    by: str

    def act(self, number: int | None, about: str, what: str) -> Act:
        """Return it as an act in a round, if it has one."""
        at, reason = datetime.fromisoformat(self.body["at"]), self.body["details"].get("reason", "")
        return Act(at, number, about, what, str(reason), self.by)


def withdrawals(event: Event, round_: Round | None) -> Iterator[Act]:
    """Yield withdrawals and readmissions with their reasons; they belong to no round."""
    if round_ is not None:
        return
    entries = {row.uid: row for row in event.entries.prefetch_related("members__person")}
    for logged in _logged("entry", entries, Verb.WITHDRAW_ENTRY, Verb.RESTORE_ENTRY):
        what = gettext("entered again")
        if logged.body["verb"] == Verb.WITHDRAW_ENTRY:
            after = {"number": logged.body["details"].get("after_round", 0)}
            what = gettext("withdrawn after round %(number)s") % after
        yield logged.act(None, _entry_line(entries[logged.uid]), what)


def appeals(event: Event, round_: Round | None) -> Iterator[Act]:
    """Yield the appeals with their steps; an appeal about no round belongs to the event."""
    articles = EventArticles(event)
    for appeal in reading.of_event(event):
        if round_ is not None and appeal.round != round_:
            continue
        number = appeal.round.number if appeal.round else None
        about = [texts.number_text(appeal), texts.appellant_text(appeal.entry)]
        against = join_facts(texts.appealed_text(appeal.appealed, articles), appeal.statement)
        for step in states.steps_of(appeal):
            is_first = step.number == 1
            yield Act(
                at=appeal.lodged_at if is_first else step.created_at,
                round=number,
                about=join_facts(*about),
                what=texts.step_text(step),
                reason=against if is_first else "",
                by=step.official.called,
            )


def exclusions(event: Event, round_: Round | None) -> Iterator[Act]:
    """Yield the decisions to exclude entries: proposed, approved or not; they have no round."""
    if round_ is not None:
        return
    rows = Exclusion.objects.filter(entry__event=event).select_related("official")
    for row in rows.prefetch_related("entry__members__person").order_by("pk"):
        values = {"kind": row.get_kind_display(), "state": row.get_state_display()}
        what = gettext("%(kind)s: %(state)s") % values
        if row.results_cancelled:
            what = wording.joined_clauses([what, gettext("results cancelled")])
        reason = _reason_with_article(row.reason, row.article)
        yield Act(row.created_at, None, _entry_line(row.entry), what, reason, row.official.called)


def arrivals(event: Event, round_: Round | None) -> Iterator[Act]:
    """Yield who came late to a match or not at all, with the article and the consequence."""
    rows = Arrival.objects.filter(entry__event=event).exclude(state=ArrivalState.MISSING)
    if round_ is not None:
        rows = rows.filter(side__match__round=round_)
    terms = lateness.terms_of(event)
    related = rows.select_related("official", "side__match__round").defer(
        "side__match__round__reasons"
    )
    for row in related.prefetch_related("entry__members__person").order_by("pk"):
        what = minutes.late_text(row.minutes) if row.minutes else str(row.get_state_display())
        follows = noted_text(row.article, row.amount, terms) if row.article else ""
        number = row.side.match.round.number
        about, by = _entry_line(row.entry), row.official.called
        yield Act(row.created_at, number, about, what, follows, by)


def awarded(event: Event, round_: Round | None) -> Iterator[Act]:
    """Yield matches that were awarded, walkovers with their winner, and awards taken back."""
    wanted = Q(match__round=round_) if round_ else Q(match__round__event=event)
    rows = (
        Award.objects.filter(wanted)
        .select_related("match__round", "winner")
        .defer("match__round__reasons")
        .order_by("pk")
    )
    awards = list(rows.prefetch_related("match__sides__entries__members__person"))
    names = log_queries.authors(awards, GIVING_AWARDS)
    for award in awards:
        sides = sorted(award.match.sides.all(), key=lambda side: side.number)
        what = award.kind_words
        winner = next((side for side in sides if side.pk == award.winner_id), None)
        if winner is not None and award.kind != AwardKind.MISMATCHED:
            values = {"what": what, "name": _side_line(winner)}
            what = gettext("%(what)s; the winner is %(name)s") % values
        about = " – ".join(map(_side_line, sides))
        by = names.get(award.uid, "")
        number = award.match.round.number
        yield Act(award.created_at, number, about, what, _with_article(award), by)


def seats_corrected(event: Event, round_: Round | None) -> Iterator[Act]:
    """Yield the corrections of who sat where."""
    rounds = {row.uid: row for row in ([round_] if round_ else event.rounds.all())}
    corrected = _logged("round", rounds, Verb.EXCHANGE_SEATS)
    uids = {logged.body["about"].get("sitting", "") for logged in corrected}
    sittings = Sitting.objects.filter(uid__in=uids).select_related("table")
    tables = {sitting.uid: sitting.table.number for sitting in sittings}
    for logged in corrected:
        table = tables.get(logged.body["about"].get("sitting", ""))
        what = _exchange_text(logged.body["details"].get("exchange", {}))
        yield logged.act(rounds[logged.uid].number, _table_text(table) if table else "", what)
    yield from _tables_exchanged(rounds)


def _tables_exchanged(rounds: Mapping[str, Round]) -> Iterator[Act]:
    """Yield the repairs across two tables of rounds."""
    exchanged = _logged("round", rounds, Verb.EXCHANGE_TABLES)
    uids = {row.body["about"][part] for row in exchanged for part in ("sitting", "other")}
    rows = Sitting.objects.filter(uid__in=uids).values_list("uid", "table__number")
    tables = dict(rows)
    for logged in exchanged:
        about, details = logged.body["about"], logged.body["details"]
        both = [str(tables.get(about[part], "")) for part in ("sitting", "other")]
        names = {"one": both[0], "other": both[1]}
        run = {"first": details["first"], "last": details["last"]}
        what = gettext("whole results exchanged, deals %(first)s to %(last)s") % run
        if details["seats"]:
            what = gettext("persons exchanged, deals %(first)s to %(last)s") % run
        table_names = gettext("Tables %(one)s and %(other)s") % names
        yield logged.act(rounds[logged.uid].number, table_names, what)


def calls_answered(event: Event, round_: Round | None) -> Iterator[Act]:
    """Yield the calls for the referee about deals, with their outcome."""
    played = "deal__sitting__segment__match__round"
    of_table = Q(deal=None, table__sittings__segment__match__round__event=event)
    wanted = Q(**{played: round_}) if round_ else Q(deal__event=event) | of_table
    rows = Call.objects.filter(wanted).distinct()
    rows = (
        rows.select_related("table", played)
        .defer(f"{played}__reasons")
        .prefetch_related("steps__official")
    )
    for call in rows.order_by("pk"):
        steps = sorted(call.steps.all(), key=lambda step: step.number)
        number = call.deal.sitting.segment.match.round.number if call.deal else None
        about = _table_text(call.table.number)
        why = wording.joined_sentences([str(call.get_reason_display()), call.words])
        yield Act(call.created_at, number, about, why, _came_of(steps), _who_answered(steps))


def _came_of(steps: Sequence[CallStep]) -> str:
    """Return the last state of a call, and what was noted with its steps."""
    if not steps:
        return gettext("not answered")
    notes = [step.note for step in steps if step.note]
    return wording.joined_sentences([str(steps[-1].get_state_display()), *notes])


def _who_answered(steps: Sequence[CallStep]) -> str:
    named = [step.official.called for step in steps if step.official]
    return named[-1] if named else ""


def _logged(part: str, rows: Mapping[str, Any], *verbs: Verb) -> list[_LoggedAct]:
    """Return the entries of the log about rows, by their uids, in order."""
    named = LogMention.objects.filter(kind=MentionKind.ABOUT, verb__in=verbs, part=part)
    found = named.filter(uid__in=rows).order_by("entry").select_related("entry")
    bodies = [(mention.uid, body_of(mention.entry.body)) for mention in found]
    accounts = {_account(body) for _uid, body in bodies}
    called = {user.uid: user.called for user in User.objects.filter(uid__in=accounts)}
    return [_LoggedAct(uid, body, called.get(_account(body), "")) for uid, body in bodies]


def _account(body: Mapping[str, Any]) -> str:
    """Return the uid of the account that acted; of anybody else one that no account has."""
    return str(body["actor"]).partition(":")[2]


def _table_text(number: int) -> str:
    return gettext("Table %(number)s") % {"number": number}


def _exchange_text(exchange: Mapping[str, str]) -> str:
    template = gettext("the player placed %(at)s sat %(seat)s")
    moved = (
        template % {"at": wording.seat_name(placed), "seat": wording.seat_name(sat)}
        for placed, sat in exchange.items()
    )
    return wording.joined_clauses(moved)


def _with_article(award: Award) -> str:
    return _reason_with_article(award.reason, award.article)


def _reason_with_article(reason: str, article: str) -> str:
    if not article:
        return reason
    named = gettext("Article: %(article)s") % {"article": article}
    return wording.joined_sentences([reason, named])


def _entry_line(entry: Entry) -> str:
    return f"{entry.number} {entry_name(entry)}"


def _side_line(side: Side) -> str:
    return join_facts(*(_entry_line(entry) for entry in side.entries.all()))
