"""The games (局) of matches that have several: one in each room of each segment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments import wording
from tournaments.models import Event
from tournaments.results.event_record import competitors
from tournaments.results.game_results import game_standings
from tournaments.results.snapshot import EventSnapshot, MatchRow
from tournaments.structure import match_parts
from tournaments.structure.games import GameStanding
from tournaments.wording import signed
from tournaments.wording.compared import points_text
from tournaments.wording.rooms import place_text


@dataclass(frozen=True, slots=True)
class SideOfGame:
    """A side in a game: its total with penalties, and whether it won or lost the game."""

    name: str
    stands: str
    won: bool
    pig: bool
    penalties: str = ""
    """The penalties in the total, in words; empty where there are none."""

    @property
    def said(self) -> str:
        """The side in one line."""
        ends = [self.penalties] if self.penalties else []
        ends += [gettext("winner")] * self.won + [gettext("loses the game")] * self.pig
        line = f"{self.name} {self.stands}"
        values = {"side": line, "notes": wording.listed(ends)}
        return gettext("%(side)s (%(notes)s)") % values if ends else line


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of a match: its place, its sides, the home side first, and its state."""

    place: str
    sides: tuple[SideOfGame, ...]
    words: str
    ended: bool

    @property
    def said(self) -> str:
        """The game in one line."""
        values = {"place": self.place, "sides": " – ".join(side.said for side in self.sides)}
        return gettext("%(place)s: %(sides)s.") % values + f" {self.words}"


def games_of_matches(
    snapshot: EventSnapshot, matches: Iterable[MatchRow]
) -> Mapping[int, tuple[MatchGame, ...]]:
    """Return the games of matches by the key of the match; empty where a match has one game."""
    event, wanted = snapshot.event, {match.key: match for match in matches}
    if not match_parts.of_several_games(event):
        return {}
    standings, known = game_standings(snapshot), competitors(snapshot)
    rooms = {
        deal.game: sitting.room
        for match in wanted
        for sitting in snapshot.sittings_by_match[match]
        for deal in sitting.deals
    }
    games_by_match: dict[int, list[MatchGame]] = {}
    for game in snapshot.games:
        # Deals are read before games: one that has just begun has none yet.
        if game.match in wanted and game.key in rooms:
            place = place_text(
                event, rooms[game.key], match_parts.part_of(game.number, event.rooms)
            )
            sides = wanted[game.match].sides
            names = {side.uid: known[side.entries[0].uid].name for side in sides}
            listed = games_by_match.setdefault(game.match, [])
            listed.append(_match_game(event, place, standings[game.key], names))
    return {match: tuple(listed) for match, listed in games_by_match.items()}


def game_state_text(stand: GameStanding) -> str:
    """Return why a game ended, or that it goes on, and what decided between equal sides."""
    if stand.decided is None:
        return _end_text(stand)
    return f"{_end_text(stand)} {wording.sentence(stand.decided)}"


def _end_text(stand: GameStanding) -> str:
    if stand.code is not None:
        return wording.sentence(stand.code)
    if stand.stopped:
        return gettext("The game was ended before its limit was reached.")
    if stand.ended:
        return gettext("The game has its most deals.")
    return gettext("The game goes on.")


def _match_game(
    event: Event, place: str, stand: GameStanding, names: Mapping[str, str]
) -> MatchGame:
    sides = tuple(
        SideOfGame(
            name=name,
            stands=points_text(event, stand.totals[side]),
            won=side in stand.winners,
            pig=side in stand.pigs,
            penalties=_penalties(stand.totals[side] - stand.reached.get(side, 0)),
        )
        for side, name in names.items()
        if side in stand.totals
    )
    return MatchGame(place, sides, game_state_text(stand), stand.ended)


def _penalties(amount: int) -> str:
    return gettext("with penalties of %(points)s") % {"points": signed(amount)} if amount else ""
