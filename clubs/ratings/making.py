"""Updates the ratings of a club from its finished events, and recomputes them for comparison.

Steps stay valid as long as nothing before them has changed; from the first changed, added or
removed event on, a new run rates everything again and retires the older steps. If the steps come
out equal, as after a change of name, no run is stored.

The sides of every match that was played are rated by their ranks. At a table of single players
these are the sides; otherwise a side consists of the persons who sat for it. Walkovers, unfinished
matches and byes are not rated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from django.db.models import F

from clubs.ratings import model
from clubs.ratings.model import Game, GameSide
from clubs.ratings.runs import Rated, last_steps, rated_events, steps_of, values_of
from clubs.ratings.values import BEGINNING, Value
from tournaments import results
from tournaments.models import (
    Club,
    Event,
    EventState,
    Person,
    RatedEvent,
    RatingRun,
    RatingStep,
    Seat,
    Tournament,
    TournamentState,
)
from tournaments.record import club_log
from tournaments.record.audit import SYSTEM, Repeated, Verb
from tournaments.record.digest import digest
from tournaments.results import snapshot_rows
from tournaments.results.match_rows import deal_scores, match_records
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow
from tournaments.standings.match_scores import ranks_at_table
from tournaments.standings.round_scores import MatchRecord

AT_ONCE: Final = 500
TRIES: Final = 5

Steps = dict[int, tuple[Value, Value]]
"""The value of each person before and after an event."""

Scores = Mapping[tuple[int, str], Fraction]


class RatedMember(NamedTuple):
    """The member under whom a person is rated: key and uid."""

    key: int
    uid: str


@dataclass(frozen=True, slots=True)
class RatingSource:
    """An event to be rated, the digest of its input, and the members who sat in it.

    Members are given by the keys of the rows under which they played.
    """

    event: Event
    digest: str
    members: Mapping[int, RatedMember]

    @property
    def rated_as(self) -> dict[int, int]:
        """The key of the member for each person."""
        return {person: member.key for person, member in self.members.items()}

    def as_rows(self, steps: Steps) -> list[list[Any]]:
        """Return steps in the form digested with a run, persons by uid."""
        uids = dict(self.members.values())
        rows = [[uids[person], *_columns(*values).values()] for person, values in steps.items()]
        return sorted(rows)


@dataclass(frozen=True, slots=True)
class RatingDifference:
    """A stored value that differs from the recomputed one; None if either is missing."""

    event: str
    person: str
    stored: tuple[Value, Value] | None
    made: tuple[Value, Value] | None


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match that is rated: its round, and the persons by key of each side, with its rank."""

    round: int
    match: int
    sides: tuple[GameSide, ...]

    def rated_as(self, members: Mapping[int, int]) -> Game:
        """Return the match with members in place of persons; all others are guests."""
        return tuple(GameSide(side.place, _members_of(side, members)) for side in self.sides)


def games_of(club: Club) -> list[str]:
    """Return the games in which events of a club are or were rated."""
    played = Event.objects.filter(tournament__club=club, state=EventState.FINISHED)
    games = set(played.values_list("game", flat=True).distinct())
    return sorted(games | set(club.rating_runs.values_list("game", flat=True).distinct()))


def update(club: Club) -> list[RatingRun]:
    """Update the ratings of a club to its finished events; repeating it is harmless."""
    runs = [_update(club, game) for game in games_of(club)]
    return [run for run in runs if run is not None]


def differences(club: Club, game: str) -> Iterator[RatingDifference]:
    """Recompute all ratings of a club in a game, and yield the stored values that differ."""
    kept = _kept_steps(rated_events(club, game))
    values: dict[int, Value] = {}
    made = {source.event.pk: _rate(source, values) for source in _sources(club, game)}
    persons = dict(Person.objects.filter(club=club).values_list("pk", "uid"))
    events = dict(Event.objects.filter(pk__in=[*kept, *made]).values_list("pk", "uid"))
    for event in dict.fromkeys([*kept, *made]):
        before, now = kept.get(event, {}), made.get(event, {})
        for person in sorted(before.keys() | now.keys()):
            if before.get(person) != now.get(person):
                yield RatingDifference(
                    events[event], persons[person], before.get(person), now.get(person)
                )


def _update(club: Club, game: str) -> RatingRun | None:
    _order_by_changes(club, game)
    for _ in range(TRIES):
        known = _last_run(club, game)
        stored, sources = rated_events(club, game), _sources(club, game)
        may_stand = _is_of_this_model(known)
        start = _agreeing(stored, sources) if may_stand else 0
        values = _values_after(stored[:start])
        made = [(source, _rate(source, values)) for source in sources[start:]]
        if may_stand and _is_stored(made, stored[start:]):
            return None
        try:
            return _store(club, game, known, start, made)
        except Repeated:
            continue
    raise RuntimeError(f"the ratings of {club.uid} changed during every attempt")


def _order_by_changes(club: Club, game: str) -> None:
    """Let every change of the finished events order the job, before any of them is read.

    Changes during a run are rated by the next one. Tournaments are updated one by one, in the order
    of their numbers, as all locks are taken.
    """
    finished = Event.objects.filter(game=game, state=EventState.FINISHED)
    tournaments = Tournament.objects.filter(club=club, is_rated=False)
    unrated = tournaments.filter(pk__in=finished.values("tournament"))
    for key in list(unrated.order_by("pk").values_list("pk", flat=True)):
        Tournament.objects.filter(pk=key).update(is_rated=True)


def _last_run(club: Club, game: str) -> RatingRun | None:
    return club.rating_runs.filter(game=game).order_by("-number").first()


def _is_of_this_model(run: RatingRun | None) -> bool:
    now = (model.NAME, model.VERSION, model.as_json())
    return run is None or (run.model, run.version, run.parameters) == now


def _agreeing(stored: Sequence[Rated], sources: Sequence[RatingSource]) -> int:
    """Return the number of leading events whose stored input is still current."""
    count = 0
    for each, source in zip(stored, sources, strict=False):
        if (each.event, each.source) != (source.event.pk, source.digest):
            break
        count += 1
    return count


def _is_stored(made: Sequence[tuple[RatingSource, Steps]], stored: Sequence[Rated]) -> bool:
    """Whether these steps are already stored: some changes, as of a name, are not rated."""
    if [source.event.pk for source, _steps in made] != [each.event for each in stored]:
        return False
    kept = _kept_steps(stored)
    return all(steps == kept[source.event.pk] for source, steps in made)


def _kept_steps(stored: Sequence[Rated]) -> dict[int, Steps]:
    """Return the stored steps of rated events by event key; one query for all of them."""
    kept: dict[int, Steps] = {each.event: {} for each in stored}
    events = {each.key: each.event for each in stored}
    for step, values in steps_of(events):
        kept[events[step.rated_id]][step.person_id] = values
    return kept


def _values_after(stored: Sequence[Rated]) -> dict[int, Value]:
    """Return the last value of every member after these events."""
    steps = last_steps([each.key for each in stored])
    return {step.person_id: values_of(step)[1] for step in steps}


def _rate(source: RatingSource, values: dict[int, Value]) -> Steps:
    """Rate an event, and update the values of its members."""
    played = played_matches(results.read(source.event))
    after = model.rate_event(values, [match.rated_as(source.rated_as) for match in played])
    steps = {person: (values.get(person, BEGINNING), value) for person, value in after.items()}
    values |= after
    return steps


def _sources(club: Club, game: str) -> list[RatingSource]:
    """Return the finished events of a club in a game, in order of play."""
    events = Event.objects.filter(
        tournament__club=club,
        tournament__state__in=[TournamentState.RUNNING, TournamentState.FINISHED],
        game=game,
        state=EventState.FINISHED,
    ).order_by(
        "tournament__starts_on", F("starts_at").asc(nulls_first=True), "tournament", "number", "pk"
    )
    listed = list(events.select_related("tournament", "ruleset"))
    seated = _seated(club, game)
    return [_source(event, seated.get(event.pk, {})) for event in listed]


def _source(event: Event, seated: Mapping[int, RatedMember]) -> RatingSource:
    rated_as = sorted((key, member.uid) for key, member in seated.items())
    return RatingSource(event, digest([event.uid, event.public_revision, rated_as]), seated)


def _seated(club: Club, game: str) -> Mapping[int, Mapping[int, RatedMember]]:
    """Return the members who sat in each finished event, by key, without guests."""
    event = "sitting__segment__match__round__event"
    seats = Seat.objects.filter(
        **{
            f"{event}__tournament__club": club,
            f"{event}__game": game,
            f"{event}__state": EventState.FINISHED,
        }
    )
    by_event: Mapping[int, dict[int, RatedMember]] = defaultdict(dict)
    own = ("person", "person__uid", "person__guest")
    other = ("person__same_as", "person__same_as__uid", "person__same_as__guest")
    for key, *row in seats.values_list(event, *own, *other).distinct():
        rated, uid, is_guest = row[:3] if row[3] is None else row[3:]
        if not is_guest:
            by_event[key][row[0]] = RatedMember(rated, uid)
    return by_event


def _store(
    club: Club,
    game: str,
    known: RatingRun | None,
    start: int,
    made: Sequence[tuple[RatingSource, Steps]],
) -> RatingRun:
    """Store a run. Raises Repeated if another one was stored since `known` was read."""
    with club_log.change(club, SYSTEM, Verb.RATE_EVENTS) as change:
        if _last_run(club, game) != known:
            raise Repeated
        run = RatingRun.objects.create(
            club=change.club,
            game=game,
            number=known.number + 1 if known else 1,
            start=start,
            model=model.NAME,
            version=model.VERSION,
            parameters=model.as_json(),
            digest=digest([[source.digest, source.as_rows(steps)] for source, steps in made]),
        )
        _store_steps(run, made)
        change.made(run)
        change.note(game=game, events=len(made), since=start)
    return run


def _store_steps(run: RatingRun, made: Sequence[tuple[RatingSource, Steps]]) -> None:
    rated = RatedEvent.objects.bulk_create(
        RatedEvent(run=run, event=source.event, position=number, source=source.digest)
        for number, (source, _steps) in enumerate(made, start=run.start)
    )
    RatingStep.objects.bulk_create(
        (
            RatingStep(rated=event, person_id=person, **_columns(*values))
            for event, (_source, steps) in zip(rated, made, strict=True)
            for person, values in sorted(steps.items())
        ),
        batch_size=AT_ONCE,
    )


def _columns(before: Value, after: Value) -> dict[str, int]:
    return {
        "mean_before": before.mean,
        "deviation_before": before.deviation,
        "mean_after": after.mean,
        "deviation_after": after.deviation,
        "games": after.games - before.games,
        "games_after": after.games,
    }


def played_matches(snapshot: EventSnapshot) -> list[RatedMatch]:
    """Return the rated matches of an event, in the order of the rounds."""
    scores = _scores(snapshot)
    played = [
        each
        for record in match_records(snapshot)
        if record.is_over
        for each in _played(snapshot, snapshot.match_by_key[record.match], record, scores)
    ]
    return sorted(played, key=lambda each: (each.round, each.match))


def _members_of(side: GameSide, members: Mapping[int, int]) -> tuple[int | None, ...]:
    """Return each member once, even if duplicates took turns, and every guest."""
    known = [members.get(person) for person in side.persons if person is not None]
    return (
        *dict.fromkeys(member for member in known if member is not None),
        *(None for member in known if member is None),
    )


def _played(
    snapshot: EventSnapshot, match: MatchRow, record: MatchRecord, scores: Scores
) -> Iterator[RatedMatch]:
    award = snapshot.awards.get(match.key)
    persons = _persons_by_side(snapshot, match)
    if (award and award.kind in snapshot_rows.CHANGING_AWARDS) or not all(persons.values()):
        return
    values = _values(match, record, scores)
    if values is None:
        return
    places = ranks_at_table(values)
    sides = zip(match.sides, places, strict=True)
    yield RatedMatch(
        match.round.number,
        match.key,
        tuple(GameSide(place, persons[side.uid]) for side, place in sides),
    )


def _values(match: MatchRow, record: MatchRecord, scores: Scores) -> list[Fraction] | None:
    """Return the score of a match for each side; None if nothing in it counted."""
    if record.totals is not None:
        values = [Fraction(total) for total in record.totals]
        if record.ahead is not None and len(set(values)) == 1:
            values[record.ahead] += 1
        return values
    # The entries of a side share its points.
    own = [scores.get((match.key, side.entries[0].uid)) for side in match.sides]
    return None if None in own else [value for value in own if value is not None]


def _scores(snapshot: EventSnapshot) -> Scores:
    sums: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for deal in deal_scores(snapshot):
        sums[deal.match, deal.entry] += deal.points
    return sums


def _persons_by_side(snapshot: EventSnapshot, match: MatchRow) -> dict[str, tuple[int, ...]]:
    """Return the persons who sat for each side, by its uid, at a table where a deal was played."""
    persons: dict[str, dict[int, None]] = {side.uid: {} for side in match.sides}
    for sitting in snapshot.sittings_by_match.get(match.key, ()):
        for seat in sitting.seats if any(deal.done for deal in sitting.deals) else ():
            persons[seat.side][seat.person] = None
    return {side: tuple(sorted(seated)) for side, seated in persons.items()}
