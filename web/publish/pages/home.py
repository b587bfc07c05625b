"""The home page: the events in play first, then those to come and those that are over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Final

from django.db.models import QuerySet, Subquery, Sum, Value
from django.shortcuts import get_list_or_404
from django.utils import timezone

from clubs.credentials import accounts
from tournaments.jobs import tournament_filling
from tournaments.models import Event, Tournament
from tournaments.rights import public_access
from web.publish.club_links import ClubLinks
from web.publish.pages import home_found, home_standings, parts
from web.publish.pages.home_found import NOTHING_FOUND, FoundEntries
from web.publish.pages.home_standings import Leader, PublishedRanks, RankPicture
from web.publish.pages.parts import PageParts
from web.publish.pages.progress import PublicRound, current_rounds, state_words

IN_SIGHT: Final = 20
"""The lines of events in play in sight at once, a card as two lines; the others are unfolded."""
PICTURE: Final = 3
"""The lines that the picture of the ranks takes of these."""
LINES_TO_COME: Final = 4
LINES_FINISHED: Final = 8
"""The lines of events to come and finished ones, with those of their tournaments, in sight."""
TO_COME: Final = 2
OVER: Final = 3
"""Positions of events on the page."""
SIGNS: Final = {"gongzhu": "SQ", "shengji": "RJ"}
"""The card that stands for a game."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event with its state, if a round was published, and who leads or has won."""

    event: Event
    state: PublicRound | None

    leader: Leader | None = None
    picture: RankPicture | None = None
    """The ranks after each round; only of the first event that has some."""

    @property
    def words(self) -> str:
        """The state of the event as a sentence."""
        return state_words(self.state) if self.state else ""

    @property
    def is_finished(self) -> bool:
        """Whether the event is finished."""
        return bool(self.event.state == Event.State.FINISHED)

    @property
    def is_in_play(self) -> bool:
        """Whether a round was published, and it is not finished."""
        return self.state is not None and not self.is_finished

    @property
    def urgency(self) -> int:
        """Its position on the page: with a round in play, between rounds, to come, over."""
        if self.is_in_play:
            return 0 if self.state and self.state.is_open else 1
        return OVER if self.is_finished else TO_COME

    @property
    def sign(self) -> str:
        """The card that stands for its game."""
        return SIGNS.get(self.event.game, "")


@dataclass(frozen=True, slots=True)
class TournamentPart:
    """A tournament with its events, and the job that is adding more, if any."""

    tournament: Tournament
    events: tuple[EventLine, ...]
    filling: tournament_filling.Filling | None = None

    @property
    def urgency(self) -> tuple[int, int]:
        """Its position: by the first of its events, of those to come the nearest day first."""
        first = min(line.urgency for line in self.events)
        days = (self.tournament.starts_on - timezone.localdate()).days
        return first, abs(days) if first == TO_COME else 0

    @property
    def in_play(self) -> tuple[EventLine, ...]:
        """The events in play."""
        return tuple(line for line in self.events if line.is_in_play)

    @property
    def picture(self) -> RankPicture | None:
        """The picture of the ranks, if it is of one of them."""
        return next((line.picture for line in self.in_play if line.picture), None)

    @property
    def to_come(self) -> tuple[EventLine, ...]:
        """The events without a published round; none while a job is filling the tournament."""
        if self.filling:
            return ()
        return tuple(line for line in self.events if not line.is_in_play and not line.is_finished)

    @property
    def finished(self) -> tuple[EventLine, ...]:
        """The events that are over."""
        return tuple(line for line in self.events if line.is_finished)


@dataclass(frozen=True, slots=True)
class HomePage:
    """The home page: tournaments in play first, then those to come, then those that are over."""

    parts: PageParts
    tournaments: tuple[TournamentPart, ...]
    is_unowned: bool
    wanted: str = ""
    found: FoundEntries = NOTHING_FOUND
    """The entries that the text searched for finds."""
    clubs: tuple[ClubLinks, ...] = ()
    """The clubs with seasons or ratings."""

    @property
    def in_play(self) -> tuple[TournamentPart, ...]:
        """The tournaments with events in play or on their way, that of the picture first."""
        shown = (part for part in self.tournaments if part.in_play or part.filling)
        return tuple(sorted(shown, key=lambda part: not part.picture))

    @property
    def in_sight(self) -> tuple[TournamentPart, ...]:
        """Those of them that are in sight: the first, and more while there is room."""
        lines = [2 * len(part.in_play) + PICTURE * bool(part.picture) for part in self.in_play]
        return _within(lines, self.in_play, IN_SIGHT)

    @property
    def below(self) -> tuple[TournamentPart, ...]:
        """Those that are unfolded."""
        return self.in_play[len(self.in_sight) :]

    @property
    def to_come(self) -> tuple[TournamentPart, ...]:
        """The tournaments with events without a published round."""
        return tuple(part for part in self.tournaments if part.to_come)

    @property
    def soon(self) -> tuple[TournamentPart, ...]:
        """Those of them that are in sight."""
        return _within([len(part.to_come) for part in self.to_come], self.to_come, LINES_TO_COME)

    @property
    def later(self) -> tuple[TournamentPart, ...]:
        """Those that are unfolded."""
        return self.to_come[len(self.soon) :]

    @property
    def finished(self) -> tuple[TournamentPart, ...]:
        """The tournaments with events that are over."""
        return tuple(part for part in self.tournaments if part.finished)

    @property
    def latest(self) -> tuple[TournamentPart, ...]:
        """Those of them that are in sight."""
        events = [len(part.finished) for part in self.finished]
        return _within(events, self.finished, LINES_FINISHED)

    @property
    def earlier(self) -> tuple[TournamentPart, ...]:
        """Those that are unfolded."""
        return self.finished[len(self.latest) :]


def _within(
    events: Sequence[int], listed: tuple[TournamentPart, ...], lines: int
) -> tuple[TournamentPart, ...]:
    """Return the first tournaments of which the names and the lines of `events` fill so many."""
    totals = accumulate(1 + count for count in events)
    return listed[: max(1, sum(total <= lines for total in totals))]


def events_by_tournament() -> list[Event]:
    """Return the public events, the latest tournament first, by one query."""
    together = _announced().annotate(all=Value(1)).values("all")
    changes = together.annotate(sum=Sum("public_revision"))
    events = public_access.public_events().select_related("tournament__club")
    events = events.annotate(changes=Subquery(changes.values("sum")))
    return list(events.order_by("-tournament__starts_on", "-tournament_id", "number"))


def events_of_tournament(uid: str) -> list[Event]:
    """Return the public events of a tournament. Raises Http404 if it has none."""
    events = public_access.public_events().select_related("tournament__club")
    return get_list_or_404(events.order_by("number"), tournament__uid=uid)


def revision(events: Sequence[Event]) -> int:
    """Return a number that grows with every public change, and never falls.

    It is the sum of all public revisions, those of hidden events too.
    """
    if events:
        return int(getattr(events[0], "changes", 0))
    return int(_announced().aggregate(sum=Sum("public_revision"))["sum"] or 0)


def content(events: Sequence[Event]) -> tuple[list[tuple[str, int]], bool]:
    """Return the values that determine the stamp of the page."""
    return [(event.uid, event.public_revision) for event in events], is_unowned(events)


def is_unowned(events: Sequence[Event]) -> bool:
    """Whether this installation was not set up yet; needs no query if there are events."""
    return not events and not accounts.is_founded()


def read(
    events: Sequence[Event],
    clubs: tuple[ClubLinks, ...] = (),
    part: int = 0,
    search: str = "",
) -> HomePage:
    """Return the page; `search` is a part of a name, or its pinyin.

    Raises Http404 if it has no such part.
    """
    states, wanted = current_rounds(events), search.strip()
    if wanted:
        # What is shown beside an answer is none of them.
        events = ()
    ranks = home_standings.read(events, home_standings.to_be_pictured(events, states))
    filled = tournament_filling.fillings_of({event.tournament.uid for event in events})
    tournaments = [
        TournamentPart(tournament, _lines(group, states, ranks), filled.get(tournament.uid))
        for tournament, group in groupby(events, key=lambda event: event.tournament)
    ]
    tournaments.sort(key=lambda listed: listed.urgency)
    divided = parts.divide(
        [len(listed.events) for listed in tournaments],
        parts.EVENTS,
        part,
        parts.tournaments_name,
    )
    return HomePage(
        divided,
        tuple(divided.of(tournaments)),
        is_unowned(events),
        wanted,
        home_found.read(wanted, states) if wanted else NOTHING_FOUND,
        clubs,
    )


def _lines(
    events: Iterable[Event], states: Mapping[int, PublicRound], ranks: PublishedRanks
) -> tuple[EventLine, ...]:
    """Return the lines of the events of a tournament, those with a round in play first."""
    lines = (
        EventLine(
            event,
            states.get(event.pk),
            ranks.leaders.get(event.pk),
            ranks.picture if event.pk == ranks.pictured else None,
        )
        for event in events
    )
    return tuple(sorted(lines, key=lambda line: line.urgency))


def _announced() -> QuerySet[Event]:
    return Event.objects.exclude(tournament__state=Tournament.State.DRAFT)
