"""The stamp of the tables of a round at the desk, computed only when they may have changed.

What the tables show depends on the log, on the reports of their tablets, on the places that other
tournaments hold in the hall, which a draft evades, and on three times: the end of the clock, when
empty seats are called, and when line-ups become late. The query for the round returns all of it but
the last, which only rounds of teams have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import get_language

from tournaments.line_ups import late_line_ups
from tournaments.models import Form, Round
from tournaments.progress.table_notes import RoundNotes
from tournaments.structure import stored_clocks
from tournaments.system.process_memory import Remembered
from web.desk.rounds.next_step import next_call
from web.publish import etag

MOST: Final = 512


@dataclass(frozen=True, slots=True)
class _Kept:
    """A stamp with what it was made for, and until when it is valid."""

    log: int
    pulse: str
    places: str
    until: datetime | None
    stamp: str

    def is_valid(self, log: int, pulse: str, places: str, now: datetime) -> bool:
        """Whether the stamp is still valid."""
        is_same = (self.log, self.pulse, self.places) == (log, pulse, places)
        return is_same and (self.until is None or now < self.until)


_stamps: Final = Remembered[tuple[str, str | None], _Kept](MOST)


def of_round(round_: Round, now: datetime, notes: Callable[[], RoundNotes]) -> str:
    """Return the stamp of a round that was fetched with the annotations `pulse` and `places`.

    `notes` reads its notes, and is called only if they may have changed.
    """
    log, pulse = round_.event.tournament.log_seq, str(getattr(round_, "pulse", ""))
    places = getattr(round_, "places", None) or ""

    def make() -> _Kept:
        read, line_ups = notes(), _line_up_turns(round_)
        turns = (
            stored_clocks.next_over(round_, now, read.moves),
            next_call(round_, now),
            next((turn for turn in line_ups if turn >= now), None),
        )
        until = min((turn for turn in turns if turn), default=None)
        return _Kept(log, pulse, places, until, stamp(round_, read, now, places, line_ups))

    key = round_.uid, get_language()
    return _stamps.current(key, lambda kept: kept.is_valid(log, pulse, places, now), make).stamp


def stamp(
    shown: Round,
    notes: RoundNotes,
    now: datetime,
    places: str,
    line_ups: Sequence[datetime] | None = None,
) -> str:
    """Return a new stamp of the tables of a round, from the log and the notes of each table.

    `places` is what `organise.held_elsewhere` returns of its tournament, `line_ups` when one may
    become late, if that is known.
    """
    turns = _line_up_turns(shown) if line_ups is None else line_ups
    heard = [
        (
            number,
            note.heard_at and f"{note.heard_at:%H%M}",
            note.waiting,
            note.disputed,
            note.calls,
            note.unsent,
            note.not_begun,
        )
        for number, note in sorted(notes.tables.items())
    ]
    due = next_call(shown, now) is None, sum(turn < now for turn in turns)
    return etag.stamp("desk", shown.uid, shown.event.tournament.log_seq, places, heard, due)


def _line_up_turns(round_: Round) -> Sequence[datetime]:
    return late_line_ups.turns_of(round_) if round_.event.form == Form.TEAMS else ()


def forget() -> None:
    """Drop all stored stamps."""
    _stamps.forget()
