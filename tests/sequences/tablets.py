"""What comes from tables, phones and captains, over the addresses that their pages send to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.test import Client
from django.urls import reverse

from config.simulation import made_up_reports, tables
from referee.base.handed_in import seal
from referee.models import CallReason, DeviceLease
from referee.sheets import queries
from tests.sequences.page_forms import Field, filled
from tests.sequences.sequence import Answer, Door, Sequence
from tests.sequences.world import Who
from tournaments.models import Deal, Round, Sitting, Table
from tournaments.structure import games

TABLETS: Final = Door(frozenset({Who.TABLET}))
DEVICES: Final = ("tablet-of-the-club-1", "tablet-of-the-club-2")
WRONG: Final = 0.15
"""How often a table sends something else than what was played."""
CLAIMED: Final = 0.2
LATE: Final = 0.3
"""How often a card was exposed after its time."""
MOST_TRIES: Final = 4
MOST_DEALS: Final = 12
Report = Mapping[str, Any]


def play_deal(sequence: Sequence) -> None:
    """A table writes its next deal down, and its seats confirm until it is the result."""
    sitting = _sitting(sequence, to_play=True)
    deal = tables.next_deal(sitting) if sitting else None
    if deal is None or sitting is None or not deal.sitting.seats.exists():
        return
    token = _token(sequence, sitting.table)
    sides = queries.sides_of(deal.sitting)
    recorder = next(iter(sides))
    seen = deal.version + (sequence.world.rng.random() < WRONG / 2)
    content = {"deal": deal.uid, "seen": seen, "recorder": recorder}
    sheet = seal({**content, "report": _report(sequence, deal)}, _key(sequence))
    body = {"key": sheet.key, "digest": sheet.digest, "sealed": sheet.sealed}
    for _time in range(1 + (sequence.world.rng.random() < WRONG)):
        _tell(sequence, "api-sheets", body, token)
    for seat in queries.confirmers(deal.event.confirmation, sides, recorder)[:MOST_TRIES]:
        confirm(sequence, sheet.key, sheet.digest, seat, token)


def play_round(sequence: Sequence) -> None:
    """The referee types what is still open in a round, so that it goes on."""
    world = sequence.world
    round_ = world.pick(world.rounds().filter(state=Round.State.PUBLISHED))
    for deal in tables.deals(sitting__segment__match__round=round_, done=False)[:MOST_DEALS]:
        if not deal.sitting.seats.exists():
            continue
        report, referee = _played(sequence, deal), world.accounts[Who.REFEREE]
        decide = partial(tables.decide, deal, report, referee, "补录", (_key(sequence), ""))
        sequence.deed("decide", Who.REFEREE, decide)


def type_deal(sequence: Sequence) -> None:
    """Somebody types a deal at the desk, from paper or to correct it."""
    world = sequence.world
    deal = world.pick(world.deals().filter(sitting__seats__isnull=False).distinct())
    if deal is None:
        return
    deal = tables.deals(pk=deal.pk).get()
    path = reverse("referee_type", args=[world.tournament.uid, deal.uid])
    report = _played(sequence, deal)
    for form in sequence.page(Who.REFEREE, path):
        for seat, cards in report.get("won", {}).items():
            form.fields[f"won_{seat}"] = Field(f"won_{seat}", "text", [], [" ".join(cards)])
        _to, data = filled(form, world.rng)
        door = Door(frozenset({Who.REFEREE}))
        sequence.post(Who.REFEREE, path, data, door)


def confirm(sequence: Sequence, key: str, digest: str, seat: str, token: str) -> None:
    """A seat confirms a sheet, mostly the one that it was shown."""
    rng = sequence.world.rng
    seat = seat if rng.random() > WRONG else rng.choice("NWSEX")
    shown = digest if rng.random() > WRONG / 2 else "0" * 64
    sealed = seal({"sheet": key, "sheet_digest": shown, "seat": seat}, _key(sequence))
    body = {"key": sealed.key, "digest": sealed.digest, "sealed": sealed.sealed}
    _tell(sequence, "api-confirmations", body, token)


def confirm_late(sequence: Sequence) -> None:
    """A seat confirms a sheet of any deal with the tablet of any table."""
    deal = sequence.world.pick(sequence.world.deals().filter(sheets__isnull=False).distinct())
    sitting = _sitting(sequence)
    sheet = deal and sequence.world.pick(deal.sheets.all())
    if sheet and sitting:
        seat = sequence.world.rng.choice("NWSE")
        confirm(sequence, sheet.key, sheet.digest, seat, _token(sequence, sitting.table))


def take_over(sequence: Sequence) -> None:
    """Another device takes a table over, with the PIN of an official or a guess."""
    sitting, rng = _sitting(sequence), sequence.world.rng
    if sitting is None:
        return
    lease = sitting.table.leases.order_by("pk").last()
    asked = {
        "device": rng.choice(DEVICES),
        "pin": sequence.world.pin if rng.random() > WRONG else "000000",
        "seen": lease.uid if lease else "0" * 12,
    }
    code = [sitting.table.code]
    answer = _tell(sequence, "api-take-over", asked, "", code)
    if answer.status_code == 201:
        sequence.world.tokens[sitting.table.uid] = answer.json()["token"]


def release(sequence: Sequence) -> None:
    """A device gives its table back."""
    sitting = _sitting(sequence)
    if sitting is not None:
        token = sequence.world.tokens.pop(sitting.table.uid, "")
        _tell(sequence, "api-release-table", {}, token)


def call(sequence: Sequence) -> None:
    """A table calls for the referee, or needs him no longer."""
    sitting, rng = _sitting(sequence), sequence.world.rng
    if sitting is None:
        return
    token, key = _token(sequence, sitting.table), _key(sequence)
    asked = {"key": key, "reason": rng.choice([*CallReason.values, "forged"]), "words": "请来"}
    _tell(sequence, "api-calls", asked, token)
    if rng.random() < 1 / 2:
        _tell(sequence, "api-withdraw-call", {"key": rng.choice([key, _key(sequence)])}, token)


def preview(sequence: Sequence) -> None:
    """A table asks what a report would come to, which writes nothing."""
    sitting = _sitting(sequence)
    deal = tables.deals(sitting=sitting).first() if sitting else None
    if deal is not None and sitting is not None:
        asked = {"deal": deal.uid, "report": _report(sequence, deal)}
        _tell(sequence, "api-preview", asked, _token(sequence, sitting.table))


def phone(sequence: Sequence) -> None:
    """A player says on the own phone that a sheet is right, or objects."""
    _by_link(sequence, Who.PLAYER, "player")


def captain(sequence: Sequence) -> None:
    """A captain names who sits where."""
    _by_link(sequence, Who.CAPTAIN, "captain")


def _by_link(sequence: Sequence, who: Who, page: str) -> None:
    links = sequence.world.links[who]
    if links:
        path = reverse(page, args=[sequence.world.rng.choice(links)])
        sequence.fill_in(path, who, Door(frozenset({who})))


def _sitting(sequence: Sequence, *, to_play: bool = False) -> Sitting | None:
    rows = Sitting.objects.filter(pk__in=sequence.world.deals().values("sitting"))
    rows = rows.filter(deals__done=False).distinct() if to_play else rows
    sitting = sequence.world.pick(Sitting.objects.filter(pk__in=rows.values("pk")))
    return sitting if isinstance(sitting, Sitting) else None


def _token(sequence: Sequence, table: Table) -> str:
    """Return the token of the tablet of a table, which it opens where it lost it."""
    held = sequence.world.tokens.get(table.uid, "")
    if not held or DeviceLease.objects.filter(table=table, released_at=None).count() == 0:
        asked = {"device": sequence.world.rng.choice(DEVICES)}
        answer = _tell(sequence, "api-open-table", asked, held, [table.code])
        if answer.status_code in {200, 201}:
            held = answer.json()["token"]
            sequence.world.tokens[table.uid] = held
    return held


def _tell(
    sequence: Sequence, name: str, body: Any, token: str, arguments: list[str] | None = None
) -> Answer:
    headers = {"Authorization": f"Lease {token}"} if token else {}
    path, text = reverse(name, args=arguments or []), json.dumps(body)

    def send() -> Answer:
        return Client().post(path, text, content_type="application/json", headers=headers)

    return sequence.step(name, Who.TABLET, send, TABLETS, text)


def _report(sequence: Sequence, deal: Deal) -> Report:
    """Return what was played, or something that nobody can have played."""
    rng = sequence.world.rng
    if rng.random() < WRONG / 3:
        return rng.choice([{"won": {}}, {"won": {"N": ["SQ"], "W": ["SQ"]}}, {}, {"claim": 1}])
    report = _some_late(sequence, _played(sequence, deal))
    won = report.get("won")
    if not won or rng.random() > CLAIMED:
        return report
    seat = max(won, key=lambda label: len(won[label]))
    others = [label for label in won if label != seat]
    contested = rng.random() < 1 / 2
    claim = {
        "seat": seat,
        "after_trick": rng.choice([0, 5, 9, 11, 12, 13]),
        "kind": rng.choice(["all", "all", "none", "concede"]),
        "accepted": [] if contested else others,
        "contested": contested,
    }
    return {**report, "won": {**won, seat: []}, "claim": claim}


def _some_late(sequence: Sequence, report: Report) -> Report:
    """Return a report in which some cards were exposed after their time."""
    if not report.get("exposed") or sequence.world.rng.random() > LATE:
        return report
    drawn = sequence.world.rng.choice(report["exposed"])
    late = [{**one, "late": True} if one is drawn else one for one in report["exposed"]]
    return {**report, "exposed": late}


def _key(sequence: Sequence) -> str:
    return f"{sequence.world.rng.getrandbits(128):032x}"


def _played(sequence: Sequence, deal: Deal) -> Report:
    game = games.game_of(deal.event)
    rules, context = game.rules(deal.event.ruleset.rules), games.context_of(deal, games.Use.SETTLE)
    seed, known = f"{sequence.seed}/{sequence.visits}", queries.beginning_of(deal).facts
    return made_up_reports.report_of(game, rules, context, known, seed)
