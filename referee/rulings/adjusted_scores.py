"""判分: what a referee gives the sides of a deal in place of its result, beside what was played.

An average, another result, a result for each side, or several outcomes with their weights. It is a
later version of the result, keeps what was reported, and is taken back to it. Where boards are
compared it is a score of the board; at other tables the seats have points, or levels: there an
average is a flat number of points, or the mean of what the table has played so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, Protocol

from referee.base import case_numbers
from referee.base.case_numbers import number_text
from referee.base.refusals import Code
from referee.base.verbs import BY_RULING, Verb
from referee.claims import claims, states
from referee.models import ClaimState, DecisionKind
from referee.rulings import listed
from scoring.game import Counting
from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Result, ResultKind, User
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, change
from tournaments.record.ledger import Report
from tournaments.results.queries import live_results
from tournaments.rights import ruling_offices
from tournaments.standings.given_scores import (
    DIRECTIONS,
    MOST_OUTCOMES,
    WHOLE,
    GivenScore,
    Outcomes,
    WeightedScore,
    rounded,
    weighted,
)
from tournaments.standings.team_boards import AverageScore
from tournaments.structure import games
from tournaments.structure.games import (
    BY_REFEREE,
    GIVEN,
    NO_POINTS,
    counting_of,
    game_of,
    reported,
    rules_of,
    ruleset_of,
    table_result,
)

FLAT: Final = 50
"""What an average is worth at a table by points."""
LEAST, MOST = 50, 200
"""The least and the most that the mean of a table counts as an average."""
ONE: Final = 1
"""What it is where sides climb levels, or deals count units."""
PARTNERS: Final = 2


class AverageSize(StrEnum):
    """How much an average is at a table that deals for itself."""

    FLAT = "flat"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Recipient:
    """To whom something is given: the two seats of a direction, or one seat."""

    name: str
    seats: tuple[str, ...]


def is_compared(deal: Deal) -> bool:
    """Whether a deal counts by comparison with others of its board."""
    return deal.board_id is not None and games.compares(deal.event)


def recipients(sides: Mapping[str, str]) -> tuple[Recipient, ...]:
    """Return the places of a table by the side of every seat: two directions, or every seat.

    >>> [place.name for place in recipients({"N": "a", "W": "b", "S": "a", "E": "b"})]
    ['ns', 'ew']
    """
    if len(set(sides.values())) != PARTNERS or set(sides) != set(DIRECTIONS):
        return tuple(Recipient(seat, (seat,)) for seat in sides)
    return tuple(
        Recipient(name, tuple(seat for seat in sides if DIRECTIONS[seat] == name))
        for name in ("ns", "ew")
    )


def sides_at(deal: Deal) -> dict[str, str]:
    """Return the side of every seat of a deal, by its uid."""
    seats = deal.sitting.seats.order_by("pk").values_list("label", "side__uid")
    return dict(seats)


def average_size(deal: Deal, size: AverageSize) -> int:
    """Return what an average is worth at the table of a deal that is not compared."""
    if counting_of(deal.event) is not Counting.POINTS:
        return ONE
    if size is AverageSize.FLAT:
        return FLAT
    mean = _mean(deal)
    return FLAT if mean is None else min(MOST, max(LEAST, mean))


def _mean(deal: Deal) -> int | None:
    """Return the mean of the points of all seats, without their signs, over the other deals."""
    others = Result.live.filter(deal__sitting=deal.sitting_id).exclude(deal=deal.pk)
    rows = others.exclude(kind__in=NO_POINTS).values_list("settlement", flat=True)
    amounts = [abs(score) for settled in rows for score in settled["scores"].values()]
    return int(rounded(Fraction(sum(amounts), len(amounts)), 1)) if amounts else None


def scores_of(deal: Deal, given: GivenScore, sides: Mapping[str, str], size: int) -> dict[str, int]:
    """Return what every seat of a table scores by what it was given, to the whole point."""

    def worth(value: AverageScore | Fraction) -> Fraction:
        return _average(value, size) if isinstance(value, AverageScore) else value

    scores: dict[str, int] = dict.fromkeys(sides, 0)
    for place in recipients(sides):
        total = int(rounded(weighted(given.at(place.seats[0]), worth), 1))
        scores |= _shared(deal, place, total, sides)
    return scores


def _average(value: AverageScore, size: int) -> Fraction:
    signs = {AverageScore.PLUS: size, AverageScore.EVEN: 0, AverageScore.MINUS: -size}
    return Fraction(signs[value])


def _shared(deal: Deal, place: Recipient, total: int, sides: Mapping[str, str]) -> dict[str, int]:
    """Return the scores of a place: partners share one value, or add up to it by their rules."""
    game, ruleset = game_of(deal.event), ruleset_of(deal)
    one_each = dict.fromkeys(place.seats, 1)
    of_side = game.side_points(one_each, rules_of(game, ruleset), sides)[sides[place.seats[0]]]
    if of_side == len(place.seats) > 1:
        first, second = place.seats
        return {first: total - total // 2, second: total // 2}
    return dict.fromkeys(place.seats, total)


class Decided(Protocol):
    """What a referee decided of a deal, and why."""

    @property
    def reason(self) -> str: ...

    def report(self, deal: Deal) -> Report:
        """Return the result that it makes of a deal."""
        ...

    def problems(self, deal: Deal) -> Iterator[Problem]:
        """Yield what is wrong with it."""
        ...


@dataclass(frozen=True, slots=True)
class AdjustedScore:
    """Averages of north-south and east-west over a board, with reason and article."""

    north_south: AverageScore
    east_west: AverageScore
    reason: str
    article: str = ""

    def report(self, deal: Deal) -> Report:
        """Return the result: the averages of both directions."""
        if not is_compared(deal):
            return self._given.report(deal)
        averages = {"ns": self.north_south.value, "ew": self.east_west.value}
        facts = averages | {"article": self.article} if self.article else averages
        return Report(ResultKind.AVERAGE, facts)

    def problems(self, deal: Deal) -> Iterator[Problem]:
        """Yield what is wrong with the scores; two averages always go together."""
        yield from self._given.problems(deal)

    @property
    def _given(self) -> GivenInstead:
        averages = {"ns": self.north_south, "ew": self.east_west}
        by_place = {name: (WeightedScore(average),) for name, average in averages.items()}
        return GivenInstead(GivenScore(by_place, self.article), self.reason)


@dataclass(frozen=True, slots=True)
class GivenInstead:
    """What each place of a table is given, whatever was played; averages are of this size."""

    given: GivenScore
    reason: str
    size: AverageSize = AverageSize.FLAT

    def report(self, deal: Deal) -> Report:
        """Return the result: what was given, and at a table of its own what that scores."""
        if is_compared(deal):
            return Report(ResultKind.AVERAGE, self.given.as_json())
        sides, size = sides_at(deal), average_size(deal, self.size)
        scores = scores_of(deal, self.given, sides, size)
        stated = {**self.given.as_json(), "scores": scores}
        return Report(ResultKind.ADJUSTED, {**reported_at(deal), GIVEN: stated})

    def problems(self, deal: Deal) -> Iterator[Problem]:
        """Yield what is wrong with the weights, or with who is given something."""
        for place in recipients(sides_at(deal)):
            outcomes = self.given.at(place.seats[0])
            if not outcomes:
                yield refuse(Code.NOT_GIVEN)
            elif len(outcomes) > MOST_OUTCOMES:
                yield refuse(Code.TOO_MANY_OUTCOMES, most=MOST_OUTCOMES)
            elif not _come_to_whole(outcomes):
                yield refuse(Code.WEIGHTS_NOT_WHOLE)
            else:
                continue
            return


@dataclass(frozen=True, slots=True)
class AssignedFacts:
    """Another result of a deal by its facts, such as other points of the attackers."""

    changed: Mapping[str, Any]
    reason: str
    article: str = ""

    def report(self, deal: Deal) -> Report:
        """Return the result: the facts that were reported, with those that are changed."""
        stated = {"article": self.article} if self.article else {}
        facts = {**reported_at(deal), **self.changed, GIVEN: stated}
        return Report(ResultKind.ASSIGNED, facts)

    def problems(self, deal: Deal) -> Iterator[Problem]:
        """Yield that nothing was reported which could be changed."""
        if not reported_at(deal):
            yield refuse(Code.NOTHING_REPORTED)


def _come_to_whole(outcomes: Outcomes) -> bool:
    weights = [outcome.weight for outcome in outcomes]
    return min(weights) > 0 and sum(weights) == WHOLE


def reported_at(deal: Deal) -> Mapping[str, Any]:
    """Return the facts that the table of a deal reported last; none where it reported nothing."""
    last = table_result(deal)
    return {} if last is None else reported(last.facts)


def give(
    deal: Deal,
    official: User,
    score: Decided,
    *,
    seen: int,
    shown: Report | None = None,
    also: Callable[[Change, Result], None] | None = None,
) -> Result:
    """Give a deal an adjusted score in place of whatever result it has.

    `also` does in the same change what goes with the result.

    It is reckoned under the lock: the mean of a table comes from its other deals, of which `seen`
    says nothing. Raises Refused without a reason, where the score does not go together, where it
    comes to another result than the one `shown`, and on the result of a ruling, which would stay in
    force without it; Stale where the result has changed since.
    """
    with change(deal.event.tournament, Actor.from_user(official), Verb.ADJUST_SCORE) as made:
        ruling_offices.check_change(official, deal)
        found = list(problems(deal, score))
        if not score.reason.strip():
            found.append(refuse(Reason.REASON_MISSING, field="reason"))
        if found:
            raise Refused(*found)
        report = changed_report(deal, score)
        if shown not in (None, report):
            raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))
        made.note(kind=report.kind.value)
        result = post_within(made, deal, report, score.reason, seen=seen)
        case_numbers.number_of_deal(made, deal, DecisionKind.SCORE, result, official)
        if also is not None:
            also(made, result)
        return result


def changed_report(deal: Deal, score: Decided) -> Report:
    """Return the result that a score makes of a deal. Raises Refused where it has that already."""
    report = score.report(deal)
    if deal.done and ledger.says_the_same(deal, report):
        raise Refused(refuse(Reason.RESULT_UNCHANGED))
    return report


def problems(deal: Deal, score: Decided) -> Iterator[Problem]:
    """Yield what is against a score: a ruling made the result, or it does not go together."""
    yield from _ruled_problems(deal)
    yield from score.problems(deal)


def _ruled_problems(deal: Deal) -> Iterator[Problem]:
    if (case := listed.case_of_live_result(deal)) is not None:
        yield refuse(Code.RESULT_OF_RULING, number=number_text(case))


def is_adjusted(deal: Deal) -> bool:
    """Whether what counts of a deal was given by a referee."""
    live = live_results([deal]).get(deal.pk)
    return live is not None and live.kind in BY_REFEREE


def take_back(deal: Deal, official: User, reason: str, *, seen: int) -> Result:
    """Take an adjusted score back: what it retired counts again, or nothing where nothing did.

    Raises Refused without a reason, without an adjusted score, and for one that a ruling gave;
    Stale as above.
    """
    with change(deal.event.tournament, Actor.from_user(official), Verb.TAKE_BACK_SCORE) as made:
        ruling_offices.check_change(official, deal)
        found = list(_ruled_problems(deal))
        if not reason.strip():
            found.append(refuse(Reason.REASON_MISSING, field="reason"))
        if not is_adjusted(deal):
            found.append(refuse(Code.NOT_ADJUSTED))
        if found:
            raise Refused(*found)
        return post_within(made, deal, _report_before(deal), reason, seen=seen)


def post_within(
    made: Change, deal: Deal, report: Report, reason: str, *, seen: int, uid: str = ""
) -> Result:
    """Post what a referee gives a deal, as a part of a change; it cancels a claim that waits.

    `uid` is that of the ruling, where there is one; such a result settles nothing that an appeal
    wants to be entered. Raises Refused and Stale as the ledger does.
    """
    ledger.reload_round_state(deal.sitting)
    origin = ledger.Origin(uid or new_uid(), BY_RULING, settles=False if uid else None)
    states.end_open_claims(made, deal, ClaimState.CANCELLED, None, reason)
    return ledger.post(
        made, deal, report, seen=seen, origin=origin, reason=reason, releases=claims.HOLD
    )


def _report_before(deal: Deal) -> Report:
    """Return the report that counted before the adjusted scores of a deal."""
    rows = deal.results.exclude(kind__in=BY_REFEREE).order_by("-version")
    last = rows.first()
    if last is None:
        return Report(ResultKind.RETRACTED, {})
    return Report(ResultKind(last.kind), last.facts)
