"""What an installation comes to, in numbers and digests: no word of it, since wording may change.

`python -m tests.installations FILE` prints them of the data folder that `HUAPAI_DATA` names, with
what the keys that are kept in a file open there. Where the program is moved around, the reading
here is moved with it; the numbers that were stored are never touched.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.credentials import captains, official_pins, player_credentials
from referee.leases import leases
from tournaments import results
from tournaments.checks import redraws
from tournaments.jobs.models import Document
from tournaments.models import (
    Board,
    BoardSet,
    Deal,
    Event,
    LineUp,
    Person,
    Publication,
    Result,
    Round,
    Tournament,
    User,
)
from tournaments.progress import prize_list
from tournaments.record.digest import digest
from tournaments.results import event_record, game_results, queries
from tournaments.results.event_record import StandingsRow
from tournaments.structure import dealing
from web.publish import documents
from web.publish.documents import Subject

Figures = dict[str, Any]

OURS: Final = ("tournaments", "referee", "jobs")
EXPORTS: Final = ("results_csv", "standings_csv")
SCORE: Final = re.compile(r"[+−]\d+(?:[./]\d+)?")
TAG: Final = re.compile(r"<[^>]*>")
OK: Final = 200


def read(keys: Mapping[str, str]) -> Figures:
    """Return everything that is compared of an installation."""
    with translation.override("zh-hans"):
        return {
            "tables": {model._meta.db_table: _rows(model) for model in _models()},
            "log": {
                tournament.uid: [tournament.log_seq, tournament.log_head]
                for tournament in Tournament.objects.all()
            },
            "results": {result.uid: _result(result) for result in _results()},
            "rounds": {round_.uid: _round(round_) for round_ in _rounds()},
            "publications": {
                publication.uid: _publication(publication)
                for publication in Publication.objects.all()
            },
            "line_ups": {line_up.uid: digest(line_up.seats) for line_up in LineUp.objects.all()},
            "boards": {
                board_set.uid: _boards(board_set) for board_set in BoardSet.objects.order_by("pk")
            },
            "documents": {
                document.uid: _document(document) for document in Document.objects.order_by("pk")
            },
            "events": {event.uid: _event(event) for event in _events()},
            "pages": dict(_pages()),
            "opened": _opened(keys),
        }


def _models() -> Iterator[type[Model]]:
    return (model for model in apps.get_models() if model._meta.app_label in OURS)


def _rows(model: type[Model]) -> list[Any]:
    """Return how many rows a table has, and the digest of their names."""
    rows = model._default_manager
    has_names = any(field.name == "uid" for field in model._meta.concrete_fields)
    names = sorted(rows.values_list("uid", flat=True)) if has_names else []
    return [rows.count(), digest(names)]


def _results() -> Iterable[Result]:
    return Result.objects.select_related("deal").order_by("pk")


def _result(row: Result) -> list[Any]:
    columns = [row.deal.uid, row.version, row.kind, row.engine, row.schema]
    return [*columns, digest(row.facts), digest(row.settlement), row.settlement.get("scores", {})]


def _rounds() -> Iterable[Round]:
    return Round.objects.select_related("event__ruleset", "group__stage").order_by("pk")


def _round(row: Round) -> list[Any]:
    """Return how a round was drawn, whether it is drawn so again, and who sits where."""
    again = redraws.redraw(row)
    drawn = [row.event.uid, row.number, row.state, row.method, row.algorithm, row.seed]
    return [
        *drawn,
        row.input_digest,
        again.is_equal,
        again.problem,
        digest(queries.shown_draw(row)),
    ]


def _publication(row: Publication) -> list[Any]:
    return [row.seq, row.kind, row.state, row.digest, digest(row.shown)]


def _boards(row: BoardSet) -> list[Any]:
    """Return what is kept of boards, and whether they follow from their secret now."""
    event = Event.objects.select_related("ruleset").get(pk=row.event_id)
    boards = list(row.boards.order_by("board_no"))
    follow = row.commitment == (dealing.commitment(row.secret) if row.secret else "")
    follow = follow and all(_follows(board, row.secret, event) for board in boards if row.secret)
    return [row.commitment, follow, [[board.board_no, digest(board.hands)] for board in boards]]


def _follows(board: Board, secret: str, event: Event) -> bool:
    deck = dealing.deck_of(event.game, event.ruleset.rules)
    if deck is None or board.hands is None:
        return board.hands is None
    dealt = dealing.hands(secret, board.board_no, deck)
    return bool({seat: list(cards) for seat, cards in dealt.items()} == board.hands)


def _document(row: Document) -> list[Any]:
    return [row.kind, row.language, row.input_digest, digest(bytes(row.content).hex())]


def _events() -> Iterable[Event]:
    return Event.objects.select_related("tournament__club", "ruleset").order_by("pk")


def _event(event: Event) -> Figures:
    """Return what an event comes to: standings after each round, of groups, prizes, files."""
    known = event_record.record(results.read(event))
    ended = sorted(round_.number for round_ in queries.rounds(event))
    return {
        "standings": _standings(event_record.standings(results.read(event))),
        "after": {str(number): _standings(known.standings(number)) for number in ended},
        "groups": {
            group.uid: _standings(rows)
            for stage in event.stages.order_by("number")
            for group, rows in event_record.stage_standings(
                results.read(stage.event), stage, known
            ).items()
        },
        "prizes": [
            [award.prize.entry, str(award.prize.amount)]
            for award in prize_list.prize_rows(results.read(event))
        ],
        "games": _ends_of_games(event),
        "exports": {kind: _export(event, kind) for kind in EXPORTS},
    }


def _standings(rows: Iterable[StandingsRow]) -> list[list[Any]]:
    return [
        [
            row.rank.entry,
            row.rank.place,
            *map(str, (row.rank.total, row.rank.points, row.rank.penalties)),
            *map(str, (row.rank.table_points, row.rank.match_points, row.rank.carried)),
        ]
        for row in rows
    ]


def _ends_of_games(event: Event) -> dict[str, bool]:
    stands = game_results.game_standings(results.read(event))
    rows = Deal.objects.filter(event=event, game__isnull=False)
    keys_by_uid = dict(rows.values_list("game__uid", "game"))
    return {uid: stands[pk].ended for uid, pk in sorted(keys_by_uid.items())}


def _export(event: Event, kind: str) -> list[list[Any]]:
    """Return the numbers that stand in a file, row by row."""
    rows = documents.find(kind).prepare(Subject(event)).input["rows"]
    return [[cell for cell in row if isinstance(cell, int | float)] for row in rows]


def _pages() -> Iterator[tuple[str, list[str]]]:
    """Yield the scores that stand on public pages, wherever they stand there."""
    browser = Client(headers={"host": "localhost", "accept-language": "zh-hans"})
    for address in _addresses():
        answer = browser.get(address)
        if answer.status_code == OK:
            yield address, sorted(SCORE.findall(TAG.sub(" ", answer.content.decode())))


def _addresses() -> Iterator[str]:
    for event in _events():
        yield reverse("ranks", args=[event.uid])
        for round_ in queries.rounds(event)[-1:]:
            yield reverse("round", args=[event.uid, round_.number])
        for entry in event.entries.order_by("number")[:1]:
            yield reverse("entry", args=[event.uid, entry.number])


def _opened(keys: Mapping[str, str]) -> dict[str, str]:
    """Return whom or what every key opens, by its name; nothing where it opens nothing."""
    return {name: OPENS[name](keys[name], keys) for name in sorted(keys.keys() & OPENS.keys())}


def _by_password(secret: str, keys: Mapping[str, str]) -> str:
    account = User.objects.get(username=keys["account"])
    return account.uid if account.check_password(secret) else ""


def _by_pin(secret: str, _keys: Mapping[str, str]) -> str:
    users = (
        official_pins.official_with(secret, tournament) for tournament in Tournament.objects.all()
    )
    return next((user.uid for user in users if user), "")


def _by_player_pin(secret: str, keys: Mapping[str, str]) -> str:
    person = Person.objects.get(uid=keys["player"])
    is_right = (
        player_credentials.is_pin(tournament, person, secret)
        for tournament in Tournament.objects.all()
    )
    return person.uid if any(is_right) else ""


def _by_lease(secret: str, _keys: Mapping[str, str]) -> str:
    lease = leases.verify(secret)
    return lease.table.code if lease and lease.is_open else ""


def _by_captain(secret: str, _keys: Mapping[str, str]) -> str:
    entry = captains.entry_of(secret)
    return entry.uid if entry else ""


def _by_phone(secret: str, _keys: Mapping[str, str]) -> str:
    held = player_credentials.holder_of(secret)
    return held.person.uid if held and held.person else ""


OPENS: Final[Mapping[str, Callable[[str, Mapping[str, str]], str]]] = {
    "password": _by_password,
    "pin": _by_pin,
    "player_pin": _by_player_pin,
    "lease": _by_lease,
    "captain": _by_captain,
    "phone": _by_phone,
}


def main(arguments: Sequence[str]) -> None:
    """Print the figures of the installation as JSON."""
    keys = json.loads(Path(arguments[0]).read_text("utf-8"))["keys"]
    json.dump(read(keys), sys.stdout, ensure_ascii=False)
