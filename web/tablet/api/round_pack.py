"""The round pack: all that the device of a table needs for its round."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, TypedDict, cast

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, gettext

from referee.base.refusals import Phase
from referee.claims import policies
from referee.models import ClaimAcceptors
from referee.sheets import tables
from referee.sheets.queries import confirmers
from referee.sheets.tables import Entered
from scoring.blank_sheet import AskedKind
from tournaments import wording
from tournaments.base.separators import join_facts, join_names
from tournaments.models import BoardSource, Event, Seat, Sitting, Table, Tournament
from tournaments.regulations.policies import statement_seconds
from tournaments.results.event_record import entry_name
from tournaments.structure import stored_clocks
from tournaments.structure.games import blank_of, ends_by_rules, game_of, lookup_of
from tournaments.structure.round_clock import ClockState
from tournaments.structure.stored_clocks import ClockFace
from tournaments.wording.games import rule_sentences
from tournaments.wording.pairing import barred_text
from web.tablet.api.answers import NamedAnswer, PlaceOfTable, place_of
from web.tablet.api.call_status import CallAnswer, calls_at
from web.tablet.api.deal_answers import DealAnswer, deal_answers
from web.tablet.api.decisions import fined_at, penalties_at, standing_penalties, warnings_at
from web.tablet.api.schema import TextOrEmpty, Time, choice_from
from web.tablet.api.table_standing import MoveAnswer, last_sitting, moves_from, ranking_stamp


class EventAnswer(NamedAnswer):
    """An event, its game, how its sheets are confirmed, and how much they record."""

    game: str
    confirmation: str
    proof: Annotated[
        str, choice_from(Event.Proof.values), "What a player's confirmation has to bring along."
    ]
    depth: Annotated[str, "How much of a deal is recorded at the least."]
    records: Annotated[
        str,
        choice_from(Event.Records.values),
        "How often a deal is written down before it counts.",
    ]
    boards: Annotated[
        bool, "Whether other tables play the same boards: a deal has the number of its board."
    ]
    open_ended: Annotated[bool, "Whether games (局) end by the rules: deals come one by one."]


class RoundAnswer(TypedDict):
    """A round."""

    uid: str
    number: int
    state: str


class NextAnswer(TypedDict):
    """What the table waits for between two rounds."""

    code: str
    text: str


class ClockAnswer(TypedDict):
    """The clock of the round at this table, as it stood when it was last set."""

    state: Annotated[str, choice_from(ClockState)]
    seconds: Annotated[int, "What is left of a clock that does not run."]
    until: Annotated[Time | None, "When the time of a running clock is over."]
    no_new_deal: Annotated[Time | None, "From when no new deal is begun."]
    stops: Annotated[bool, "Whether play stops at once when time is called."]


class PlaceAnswer(TypedDict):
    """Which part of a match of teams a table plays."""

    sitting: Annotated[str, "Another one as soon as the seats are others."]
    teams: Annotated[list[str], "The home side first."]
    text: Annotated[str, "Room, segment and teams in words."]


class SeatAnswer(TypedDict):
    """A seat, who sits there, and for which side and entry."""

    label: str
    seat_name: str
    name: str
    side: int
    entry: str
    penalty: Annotated[float, "The penalty points at this table; they are in its sum."]


class AskedAnswer(TypedDict):
    """A question of the sheet that has one answer, and where in the report it stands."""

    code: str
    path: list[str]
    kind: Annotated[str, choice_from(AskedKind)]
    options: list[str | None]
    least: int
    most: int
    step: int
    optional: bool


class BlankAnswer(TypedDict):
    """What the sheet of a deal asks for."""

    cards: list[str]
    exposable: list[str]
    kinds: list[str]
    owners: list[str]
    depths: list[str]
    deck: Annotated[list[str], "What is dealt, in each suit from the lowest."]
    hand_size: int
    suits: list[str]
    ranks: Annotated[list[str], "From the lowest to the highest."]
    claims: Annotated[list[str], "The kinds of claim that may end a deal."]
    first_won: Annotated[
        list[str], "Cards of two decks: where two seats won one, it is asked who was the first."
    ]
    first_asked: Annotated[list[str], "The parts of a report that say who was first."]
    clockwise: bool
    asks: list[AskedAnswer]
    acceptors: Annotated[
        str, choice_from(ClaimAcceptors.values), "Who has to accept a claim, by the event."
    ]
    statement_seconds: Annotated[
        int, "How long whoever has declared a claim has to state it; 0 where nothing is counted."
    ]
    together: Annotated[
        int, "How many cards a seat may play at once; 0 where these have to be equal."
    ]


class PackOfRound(TypedDict):
    """The part of a round pack that is null or empty between rounds."""

    event: EventAnswer | None
    round: RoundAnswer | None
    clock: Annotated[ClockAnswer | None, "Null where the round has no clock."]
    next: NextAnswer | None
    room: str | None
    place: Annotated[PlaceAnswer | None, "Null where no teams meet."]
    seats: list[SeatAnswer]
    confirmers: Annotated[dict[str, list[str]], "Who may confirm what a seat recorded."]
    deals: list[DealAnswer]
    penalties: Annotated[list[str], "Penalty points and warnings at this table, as sentences."]
    notice: Annotated[str | None, "A sentence of the desk for the hall."]
    ranked: Annotated[bool, "Whether there is a ranking at the table, of this round or the last."]
    ranking: Annotated[
        TextOrEmpty, "Another one where that ranking may be another; empty without one."
    ]
    moves: Annotated[
        list[MoveAnswer], "Where the players of the round before at this table sit now."
    ]
    blank: BlankAnswer | None
    lookup: Annotated[
        Any | None,
        "Small tables that tell the points of a deal without the rules, as the page of the game "
        "reads them; null where there are none.",
    ]
    rules: list[str]


class RoundPack(PackOfRound, PlaceOfTable):
    """All that a device needs for its round; between rounds most of it is null or empty."""

    calls: list[CallAnswer]
    language: str
    time_zone: str
    server_time: Time
    build: Annotated[str, "Which program answers: an older page renews itself."]


def round_pack(table: Table) -> RoundPack:
    """Return all that the device of a table needs for its round."""
    now = tables.table_now(table)
    pack = _pack_between_rounds(table) if now is None else _pack_in_play(now)
    return {
        **pack,
        **place_of(table),
        "calls": calls_at(table),
        "language": get_language(),
        "time_zone": table.tournament.time_zone,
        "server_time": timezone.now().isoformat(),
        "build": settings.BUILD,
    }


def _pack_in_play(now: tables.TableNow) -> PackOfRound:
    event, round_, sides = now.event, now.round, now.sides
    penalties = standing_penalties(now)
    fined = fined_at(now, penalties)
    is_ranked = bool(now.deals) and all(deal.result is not None for deal in now.deals)
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
            "open_ended": ends_by_rules(event),
        },
        "round": {"uid": round_.uid, "number": round_.number, "state": round_.state},
        "next": None,
        "clock": _clock(stored_clocks.face_at(round_, now.sitting.table.number)),
        "room": now.sitting.room,
        "place": _place_of_match(now),
        "seats": [
            _seat(seat, now.entries.get(seat.side_id, {}), fined.of(seat.label))
            for seat in now.seats
        ],
        "confirmers": {seat: list(confirmers(event.confirmation, sides, seat)) for seat in sides},
        "deals": deal_answers(now),
        "penalties": [*penalties_at(now, penalties), *warnings_at(now)],
        "notice": wording.joined_sentences([event.notice, _barred_text(now)]) or None,
        "ranked": is_ranked,
        "ranking": ranking_stamp(now.sitting if is_ranked else None),
        "moves": moves_from(now.sitting.table) if round_.number > 1 else [],
        "blank": _blank(now),
        "lookup": lookup_of(event, now.ruleset),
        "rules": rule_sentences(game_of(event), now.ruleset.rules),
    }


def _barred_text(now: tables.TableNow) -> str:
    """Return who at the table is suspended; empty once anything was played there."""
    if any(deal.result is not None for deal in now.deals):
        return ""
    barred = (seat.person.listed_name for seat in now.seats if seat.person_id in now.barred)
    return barred_text(barred)


def _blank(now: tables.TableNow) -> BlankAnswer:
    """Return what the sheet asks for; without claims if nobody may claim."""
    policy = policies.policy_of(now.event)
    blank = blank_of(now.event, now.ruleset).as_json()
    kinds = blank["claims"] if policy.allows_claims else []
    return cast(
        BlankAnswer,
        {
            **blank,
            "claims": kinds,
            "acceptors": policy.acceptors.value,
            "statement_seconds": statement_seconds(now.event),
        },
    )


def _pack_between_rounds(table: Table) -> PackOfRound:
    tournament, last = table.tournament, last_sitting(table)
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
        "notice": (last.segment.match.round.event.notice or None) if last else None,
        "ranked": last is not None,
        "ranking": ranking_stamp(last),
        "moves": moves_from(table),
        "blank": None,
        "lookup": None,
        "rules": [],
    }


def _clock(face: ClockFace | None) -> ClockAnswer | None:
    """Return the clock of the round at a table in absolute times, so that devices can count."""
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


def _place_of_match(now: tables.TableNow) -> PlaceAnswer | None:
    """Return the part of a team match that is played here; None for players or pairs."""
    if now.event.form != Event.Form.TEAMS:
        return None
    room, segment = Sitting.Room(now.sitting.room), now.sitting.segment
    entries = {seat.side.number: now.entries.get(seat.side_id, ()) for seat in now.seats}
    teams = [entry.name for number in sorted(entries) for entry in entries[number] if entry.name]
    parts = [] if room is Sitting.Room.ONLY else [str(room.label)]
    if now.event.segments > 1:
        parts.append(gettext("segment %(number)s") % {"number": segment.number})
    text = join_facts(*parts, " – ".join(teams))
    return {"sitting": now.sitting.uid, "teams": teams, "text": text}


def _seat(seat: Seat, entered: Entered, fined: Fraction) -> SeatAnswer:
    return {
        "label": seat.label,
        "seat_name": wording.seat_name(seat.label),
        "name": seat.person.listed_name,
        "side": seat.side.number,
        "entry": join_names(entry_name(*row) for row in entered.items()),
        "penalty": float(fined),
    }
