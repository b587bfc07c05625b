"""The setting of a stored data folder: its tournament, its officials, and the items they send.

The scenes are in `scripts.data_scenes` and `scripts.data_forms`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from config.simulation import tables
from referee.base.handed_in import Sealed, Writer
from referee.leases import leases
from referee.models import REFEREE
from referee.sheets import entry
from tournaments import organise
from tournaments.models import Deal, Event, Form, Round, Table, Tournament, User
from tournaments.organise import EventPlan
from tournaments.record.audit import Actor

REASON: Final = "按记录纸更正"
ARTICLE: Final = "第12条"
DEVICE: Final = "test-tablet"
CLASSIC: Final[Mapping[str, object]] = {"preset": "classic"}
HEARTS: Final = [f"H{rank}" for rank in (*map(str, range(2, 11)), "J", "Q", "K", "A")]
PIG_TO_NORTH: Final = {"won": {"N": ["SQ"], "W": ["DJ"], "S": ["C10"], "E": HEARTS}}
WEST_TAKES_ALL: Final = {"won": {"W": ["SQ", "DJ", "C10", *HEARTS]}}
DEALERS_KEEP: Final = {
    "dealer": "N",
    "level": "2",
    "trump": None,
    "attackers_points": 35,
    "last_trick": {"winner": "N"},
}

Report = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Floor:
    """The tournament of the scenes, and its officials. `secrets` are keys and PINs."""

    tournament: Tournament
    director: User
    referee: User
    secrets: dict[str, str]

    @property
    def desk(self) -> Actor:
        """The director as a log actor."""
        return Actor.from_user(self.director)

    @property
    def official(self) -> Writer:
        """The referee who writes at the desk."""
        return Writer.referee(self.tournament, self.referee)

    def event(self, name: str, rules: Mapping[str, object], deals: int, **options: Any) -> Event:
        """Create an event with these rules."""
        game = options.pop("game", "gongzhu")
        return organise.create_event(
            self.tournament, self.desk, EventPlan(name, game, rules, deals, **options)
        )

    def enter(self, event: Event, entries: int, size: int = 1, first: int = 1) -> None:
        """Enter this many entries of this size, all present."""
        numbers = range(first, first + entries)
        members = [
            [f"{event.name}{number}之{part + 1}" for part in range(size)] for number in numbers
        ]
        names = (
            [f"{event.name}{number}队" for number in numbers] if event.form == Form.TEAMS else ()
        )
        organise.add_entries(event, self.desk, members, names=names)
        organise.check_in(event, self.desk, set(numbers))

    def round(self, event: Event) -> Round:
        """Draw the next round and publish it."""
        round_ = organise.draw_round(event, self.desk)
        organise.publish_round(round_, self.desk)
        round_.refresh_from_db()
        return round_

    def tablet(self, table: Table, mark: str = "") -> Writer:
        """Return a device that has opened a table."""
        return Writer.device(self.opened(table, mark).lease)

    def opened(self, table: Table, mark: str = "") -> leases.Opened:
        """Open a table, released by the desk before, and record a device."""
        for lease in table.leases.filter(released_at=None):
            leases.release(lease=lease, actor=self.desk)
        opened = leases.open_table(table=table, device=f"{DEVICE}-{table.number}{mark}")
        leases.note_contact(opened.lease, 0)
        return opened

    def agree(self, sheet: Sealed, reason: str = REASON) -> None:
        """Let the referee make a sheet the result."""
        confirmation = tables.sealed_confirmation(sheet, REFEREE)
        entry.confirm(writer=self.official, sealed=confirmation, reason=reason)

    def play(self, deals: Sequence[Deal], report: Report = PIG_TO_NORTH) -> None:
        """Let the referee enter the open deals among these."""
        for deal in deals:
            deal.refresh_from_db()
            if not deal.done:
                tables.decide(deal, report, self.referee, REASON)


def sealed_report(deal: Deal, report: Report, recorder: str = "N", key: str = "") -> Sealed:
    """Return a sealed sheet of a deal in its current state."""
    deal.refresh_from_db()
    return tables.sealed_sheet(deal, report, recorder, key)


def sealed_confirmation(sheet: Sealed, seat: str = "W", key: str = "") -> Sealed:
    """Return a sealed confirmation of a sheet, by the seat that usually confirms."""
    return tables.sealed_confirmation(sheet, seat, key)


def deals_of(round_: Round) -> list[Deal]:
    """Return the deals of a round, table by table in order of play."""
    deals = tables.deals(sitting__segment__match__round=round_)
    return list(deals.order_by("sitting__table__number", "sitting", "play_order"))
