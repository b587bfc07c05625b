"""The world of a sequence: a tournament with two events, everybody who acts in it, what is there.

What an address names is drawn from what is stored now: `event`, `round_`, `deal` and the like
return the arguments of an address, or None where nothing of the kind is there yet.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from random import Random
from typing import Any, Final

from django.db.models import QuerySet
from django.test import Client

from clubs.credentials import captains, official_pins, player_credentials
from config.simulation.rehearsal.plans import RehearsalPlan, event_plan
from tests.cast import account
from tournaments import organise, regulations
from tournaments.formats.templates import TEMPLATES
from tournaments.models import Club, ClubFeature, Deal, Event, Form, Role, Round, Tournament, User
from tournaments.record.audit import Actor
from tournaments.structure.regulations import OFFICIAL

Arguments = list[Any] | None

PAIRINGS: Final = (
    (("game_to_1000", "gongzhu", 9), ("pairs_mitchell", "gongzhu", 4)),
    (("teams_swiss", "gongzhu", 4), ("pairs_matches", "shengji", 4)),
    (("individual_standing", "gongzhu", 8), ("teams_deals", "shengji", 4)),
    (("pairs_groups", "gongzhu", 8), ("game_to_1000", "gongzhu", 8)),
    (("pairs_levels_boards", "shengji", 4), ("pairs_knockout", "gongzhu", 7)),
)
"""The two events of a tournament, by template, game and number of entries, for each seed in turn:
individuals to 1000, boards, teams, levels, groups and a knockout. One of the two is an official
competition, the other a club event; with every second five seeds they change."""
DEALS: Final = 2
ROUNDS: Final = 2
BY_PHONE: Final = "individual_standing"
"""Where players confirm on their own phones."""


class Who(StrEnum):
    """Everybody who acts, by role; strangers and nobody have no part in the desk."""

    OWNER = "owner"
    DIRECTOR = "director"
    CHIEF = "chief_referee"
    DEPUTY = "deputy"
    REFEREE = "referee"
    SCORER = "scorer"
    STRANGER = "stranger"
    NOBODY = "nobody"
    TABLET = "tablet"
    PLAYER = "player"
    CAPTAIN = "captain"
    PROGRAM = "program"


OFFICIALS: Final = (
    Who.OWNER,
    Who.DIRECTOR,
    Who.CHIEF,
    Who.DEPUTY,
    Who.REFEREE,
    Who.SCORER,
)
AT_THE_DESK: Final = (*OFFICIALS, Who.STRANGER, Who.NOBODY)


@dataclass
class World:
    """What is there, and the random numbers of the visit that is being made."""

    club: Club
    tournament: Tournament
    accounts: dict[Who, User]
    clients: dict[Who, Client]
    pin: str
    rng: Random = field(default_factory=Random)
    tokens: dict[str, str] = field(default_factory=dict)
    links: dict[Who, list[str]] = field(default_factory=lambda: {Who.PLAYER: [], Who.CAPTAIN: []})

    @property
    def director(self) -> Actor:
        """Who directs the tournament, as the log names it."""
        return Actor.from_user(self.accounts[Who.DIRECTOR])

    def pick(self, rows: QuerySet[Any], newest: float = 0.0) -> Any:
        """Return one of the rows, so often the one that came last; None without any."""
        keys = list(rows.order_by("pk").values_list("pk", flat=True))
        if not keys:
            return None
        key = keys[-1] if self.rng.random() < newest else self.rng.choice(keys)
        return rows.get(pk=key)

    def events(self) -> QuerySet[Event]:
        """Return the events that are there."""
        return Event.objects.filter(tournament=self.tournament)

    def rounds(self) -> QuerySet[Round]:
        """Return the rounds that are there."""
        return Round.objects.filter(event__tournament=self.tournament)

    def deals(self) -> QuerySet[Deal]:
        """Return the deals of rounds that are public."""
        return Deal.objects.filter(event__tournament=self.tournament).exclude(
            sitting__segment__match__round__state=Round.State.DRAFT
        )


def make_world(seed: int) -> World:
    """Return the tournament of a seed with its two events, entered and open, nothing drawn yet."""
    accounts: dict[Who, User] = {
        who: account(who.value) for who in AT_THE_DESK if who != Who.NOBODY
    }
    club = organise.create_club("城北棋牌俱乐部", accounts[Who.OWNER])
    organise.create_club("城南棋牌俱乐部", accounts[Who.STRANGER])
    Club.objects.filter(pk=club.pk).update(features=ClubFeature.values)
    owner = Actor.from_user(accounts[Who.OWNER])
    tournament = organise.create_tournament(
        club, owner, name="秋季赛", starts_on=date(2026, 11, 21), time_zone="Asia/Shanghai"
    )
    for who in OFFICIALS[1:]:
        organise.grant_role(owner, tournament, accounts[who], Role(who.value))
    pin = official_pins.set_own(accounts[Who.REFEREE], club)
    clients = {who: Client(headers={"origin": "http://testserver"}) for who in AT_THE_DESK}
    for who, user in accounts.items():
        clients[who].force_login(user)
    world = World(club, tournament, accounts, clients, pin)
    for number, form in enumerate(PAIRINGS[seed % len(PAIRINGS)]):
        _make_event(world, f"{seed}-{number}", *form, is_official=number == seed // 5 % 2)
    return world


def _make_event(
    world: World, seed: str, template: str, game: str, entries: int, *, is_official: bool
) -> None:
    form = next(str(known.form) for known in TEMPLATES if known.key == template)
    plan = event_plan(
        RehearsalPlan(rounds=ROUNDS, deals=DEALS, form=form, game=game, template=template)
    )
    event = organise.create_event(world.tournament, world.director, plan)
    # The draws follow from the seed of the sequence too.
    proof = Event.Proof.PHONE if template == BY_PHONE else event.proof
    Event.objects.filter(pk=event.pk).update(seed=seed, proof=proof)
    event.refresh_from_db()
    if is_official:
        regulations.change_regulations(event, world.director, OFFICIAL)
    size, numbers = organise.sizes_of(plan.form)[-1], range(1, entries + 1)
    names = [[f"{event.pk}-{number}-{part}" for part in range(size)] for number in numbers]
    teams = [f"{number}队" for number in numbers] if form == Form.TEAMS else []
    entered = organise.add_entries(event, world.director, names, names=teams)
    organise.check_in(event, world.director, {entry.number for entry in entered})
    if form == Form.TEAMS:
        team_slips = captains.SLIPS.draw(event, world.director, [entry.uid for entry in entered])
        world.links[Who.CAPTAIN] += [slip.link for slip in team_slips]
    persons = [entry.members.order_by("pk")[0].person.uid for entry in entered]
    slips = player_credentials.SLIPS.draw(event, world.director, persons)
    world.links[Who.PLAYER] += [slip.link for slip in slips if slip.link]
