"""Answers to a tablet: values become JSON data with the words beside their codes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, gettext

from referee.base.refusals import Phase
from referee.leases import leases
from referee.leases.leases import Opened
from referee.models import Sheet
from referee.sheets import queries, tables
from referee.sheets.entry import Confirmed
from referee.sheets.queries import confirmers
from referee.tablet.api.call_status import calls_at
from referee.tablet.api.decisions import claims_of, penalties_at, rulings_of, versions_of
from referee.tablet.api.following import following, outlook
from scoring.problems import Problem
from scoring.procedure import Procedure
from scoring.settlement import Line, Settlement
from tournaments import wording
from tournaments.line_ups import line_up_state
from tournaments.models import BoardSource, Deal, Event, Seat, Sitting, Table, Tournament
from tournaments.results.queries import entry_name, game_of
from tournaments.structure import clocks, games
from tournaments.structure.clocks import Face
from tournaments.wording import compared
from tournaments.wording.games import rule_sentences

Answer = dict[str, Any]


def lease(opened: Opened) -> Answer:
    """Return a table on loan, with the token that proves it."""
    table, left_behind = opened.lease.table, leases.left_behind(opened.lease)
    took_over = _left_behind(left_behind) if left_behind else None
    return {
        "token": opened.token,
        "lease": opened.lease.uid,
        **_place(table),
        "took_over": took_over,
    }


def _left_behind(left_behind: leases.LeftBehind) -> Answer:
    lists = {"missing": list(left_behind.missing), "not_counted": list(left_behind.not_counted)}
    return {**asdict(left_behind), **lists}


def preview(deal: Deal, report: object, *, foreseen: bool) -> Answer:
    """Return what a report would come to, how far it has come, and what is still open if asked."""
    outcome, context = queries.outcome(deal, report), queries.context_of(deal)
    return {
        "problems": _problems(outcome.problems),
        **settlement_answer(outcome.settlement),
        "following": following(deal, report, context),
        "outlook": outlook(deal, report, context) if foreseen else None,
    }


def sheet(stored: Sheet) -> Answer:
    """Return a sheet that has arrived: what identified it, what is wrong, what it comes to."""
    report, waiting = stored.report, queries.waiting(stored)
    outcome = queries.outcome(stored.deal, report)
    return {
        "key": stored.key,
        "digest": stored.digest,
        "sheet": stored.uid,
        "deal": stored.deal.uid,
        "problems": _problems(queries.problems_of(stored)),
        "confirmers": list(waiting.confirmers),
        "awaited": list(waiting.awaited),
        **settlement_answer(outcome.settlement),
        "following": following(stored.deal, report, queries.context_of(stored.deal)),
    }


def confirmation(confirmed: Confirmed) -> Answer:
    """Return a confirmation that has arrived, and the result that it made if it was the last."""
    stored, result = confirmed.confirmation, confirmed.result
    return {
        "key": stored.key,
        "digest": stored.digest,
        "version": result.version if result else 0,
        "awaited": list(confirmed.awaited),
        **settlement_answer(queries.settlement_of(result) if result else None),
    }


def settlement_answer(settlement: Settlement | None) -> Answer:
    """Return the points of every seat with the lines behind them; all empty without any."""
    if settlement is None:
        return {"raw": {}, "scores": {}, "lines": {}, "conversions": {}}
    seats = settlement.scores
    return {
        "raw": dict(settlement.raw),
        "scores": dict(settlement.scores),
        "lines": {seat: _lines(settlement.lines_of(seat)) for seat in seats},
        "conversions": {seat: _lines(settlement.conversions_of(seat)) for seat in seats},
    }


def round_pack(table: Table) -> Answer:
    """Return all that the device of a table needs for its round."""
    now = tables.table_now(table)
    pack = _pack_between_rounds(table.tournament) if now is None else _pack_in_play(now)
    return {
        **pack,
        **_place(table),
        "calls": calls_at(table),
        "language": get_language(),
        "time_zone": table.tournament.time_zone,
        "server_time": timezone.now().isoformat(),
        "build": settings.BUILD,
    }


def _pack_in_play(now: tables.TableNow) -> Answer:
    event, round_, sides = now.event, now.round, now.sides
    return {
        "event": {
            "uid": event.uid,
            "name": event.name,
            "game": event.game,
            "confirmation": event.confirmation,
            "proof": event.proof,
            "depth": event.depth,
            "records": event.records,
            "boards": event.boards != BoardSource.TABLE,
        },
        "round": {"uid": round_.uid, "number": round_.number, "state": round_.state},
        "next": None,
        "clock": _clock(clocks.face_at(round_, now.sitting.table.number)),
        "room": now.sitting.room,
        "place": _place_of_match(now),
        "seats": [_seat(seat) for seat in now.seats],
        "confirmers": {seat: list(confirmers(event.confirmation, sides, seat)) for seat in sides},
        "deals": _deals(now),
        "penalties": penalties_at(now),
        "blank": queries.blank_of(event, now.ruleset).as_json(),
        "lookup": queries.lookup_of(event, now.ruleset),
        "rules": rule_sentences(game_of(event), now.ruleset.rules),
    }


def _pack_between_rounds(tournament: Tournament) -> Answer:
    is_over = tournament.state in {Tournament.State.FINISHED, Tournament.State.CANCELLED}
    phase = Phase.TOURNAMENT_OVER if is_over else Phase.ROUND_AWAITED
    return {
        "event": None,
        "round": None,
        "clock": None,
        "next": {"code": phase.value, "text": wording.sentence(phase)},
        "room": None,
        "place": None,
        "seats": [],
        "confirmers": {},
        "deals": [],
        "penalties": [],
        "blank": None,
        "lookup": None,
        "rules": [],
    }


def _clock(face: Face | None) -> Answer | None:
    """Return the time of the round at a table by hours, so that a device counts by itself."""
    if face is None:
        return None
    until, last = face.reading.until, face.reading.no_new_deal
    return {
        "state": face.reading.state.value,
        "seconds": face.reading.seconds,
        "until": until.isoformat() if until else None,
        "no_new_deal": last.isoformat() if last else None,
        "stops": face.stops,
    }


def _place(table: Table) -> Answer:
    tournament = table.tournament
    return {
        "table": {"number": table.number, "code": table.code},
        "tournament": {"uid": tournament.uid, "name": tournament.name},
    }


def _place_of_match(now: tables.TableNow) -> Answer | None:
    """Return which part of a match of teams is played here; None where players or pairs meet."""
    if now.event.form != Event.Form.TEAMS:
        return None
    room, segment = Sitting.Room(now.sitting.room), now.sitting.segment
    teams = line_up_state.teams_of_match(segment.match)
    parts = [] if room is Sitting.Room.ONLY else [str(room.label)]
    if now.event.segments > 1:
        parts.append(gettext("segment %(number)s") % {"number": segment.number})
    return {
        "sitting": now.sitting.uid,
        "teams": teams,
        "text": " · ".join([*parts, " – ".join(teams)]),
    }


def _seat(seat: Seat) -> Answer:
    return {
        "label": seat.label,
        "seat_name": wording.seat_name(seat.label),
        "name": seat.person.name,
        "side": seat.side.number,
        "entry": " · ".join(entry_name(entry) for entry in seat.side.entries.all()),
    }


def _deals(now: tables.TableNow) -> list[Answer]:
    deals = [deal.deal for deal in now.deals]
    sealed = frozenset(deal.deal.pk for deal in now.deals if deal.is_sealed)
    claims, rulings = claims_of(deals, sealed), rulings_of(deals, sealed)
    versions = versions_of(now)
    begins = tables.beginnings(now)
    return [
        {
            **_deal(deal),
            "begins": _beginning(begins.get(deal.deal.pk)),
            "hands": queries.opened_hands(deal.deal),
            "notes": [
                *_without_points(deal),
                *claims.get(deal.deal.pk, []),
                *versions.get(deal.deal.pk, []),
                *rulings.get(deal.deal.pk, []),
            ],
        }
        for deal in now.deals
    ]


def _beginning(procedure: Procedure | None) -> Answer | None:
    """Return how a deal without a result begins, its steps in sentences too."""
    if procedure is None:
        return None
    steps = [{**step.as_json(), "text": wording.step_text(step)} for step in procedure.steps]
    return {**procedure.as_json(), "steps": steps}


def _without_points(deal: tables.DealNow) -> list[str]:
    """Return why a deal counts nothing; empty for any other deal."""
    if deal.result is None or deal.result.settlement["scores"]:
        return []
    reason = "" if deal.is_sealed else games.translated_reason(deal.result.reason)
    return [" · ".join(filter(None, [compared.kind_said(deal.result), reason]))]


def _deal(deal: tables.DealNow) -> Answer:
    waiting = deal.waiting if deal.result is None else None
    return {
        "uid": deal.deal.uid,
        "board_no": deal.deal.board_no,
        "play_order": deal.deal.play_order,
        "version": deal.deal.version,
        "state": "done" if deal.result else "waiting" if waiting else "open",
        "sheet": _waiting(waiting) if waiting else _unsound(deal),
        "scores": (deal.result.settlement["scores"] or None) if deal.result else None,
        "facts": (deal.result.facts or None) if deal.result and not deal.is_sealed else None,
    }


def _waiting(waiting: queries.Waiting) -> Answer:
    return {
        "key": waiting.sheet.key,
        "digest": waiting.sheet.digest,
        "recorder": waiting.sheet.recorder,
        "report": waiting.sheet.report,
        "confirmers": list(waiting.confirmers),
        "awaited": list(waiting.awaited),
        "objected": list(waiting.objected),
        "problems": [],
    }


def _unsound(deal: tables.DealNow) -> Answer | None:
    """Return the sheet that its table has to mend, with what is wrong; None without one."""
    if deal.unsound is None or deal.result is not None:
        return None
    problems = _problems(queries.problems_of(deal.unsound))
    return {**_waiting(queries.Waiting(deal.unsound, (), ())), "problems": problems}


def _problems(problems: Iterable[Problem]) -> list[Answer]:
    return [wording.problem_json(problem) for problem in problems]


def _lines(lines: Sequence[Line]) -> list[Answer]:
    return [
        {
            "code": line.code.value,
            "text": wording.line_text(line),
            "cards": list(line.cards),
            "points": line.points,
        }
        for line in lines
    ]
