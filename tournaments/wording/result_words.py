"""The words of results: assigned scores, kinds, origins, and what a deal awaits once more."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.models import Result, ResultKind
from tournaments.standings.given_scores import GivenScore, Outcomes
from tournaments.standings.team_boards import AverageScore
from tournaments.structure.games import GIVEN, GOES_ON, HAD_ENDED
from tournaments.wording.values import SEATS, signed, unsigned

DIRECTIONS: Final = (("ns", _("North-South"), "NS"), ("ew", _("East-West"), "EW"))
"""The two directions of a table: how an adjusted score names them, their words, their seats."""

REASONS: Final = {
    HAD_ENDED: _("The game had ended before this deal."),
    GOES_ON: _("The game goes on."),
}
"""The reasons of results that the program gives itself, as they are stored."""


def translated_reason(reason: str) -> str:
    """Return the reason of a result, translated if the program gave it.

    >>> translated_reason("misread")
    'misread'
    """
    return str(REASONS.get(reason, reason))


def place_text(place: str) -> str:
    """Return the direction or the seat of an assigned score."""
    directions = {name: str(words) for name, words, _seats in DIRECTIONS}
    return directions.get(place) or wording.seat_name(place)


def adjusted_score_text(facts: Mapping[str, Any]) -> str:
    """Return the scores that a referee assigned to each place of a table, with the article."""
    return given_text(GivenScore.from_json(facts))


def given_text(given: GivenScore) -> str:
    """Return the scores assigned to each place; scores that balance are named for one direction."""
    by_place = dict(given.by_place)
    if given.north_points is not None:
        by_place = {"ns": by_place["ns"]}
    scores = (
        f"{place_text(place)} {_outcomes_text(by_place[place])}" for place in _ordered(by_place)
    )
    values = {"scores": wording.listed(scores), "article": given.article}
    return gettext("%(scores)s (%(article)s)") % values if given.article else values["scores"]


def _ordered(places: Collection[str]) -> list[str]:
    """Return directions and seats in order, because a database may return them in another."""
    known = [name for name, _words, _seats in DIRECTIONS] + list(SEATS)
    return sorted(places, key=lambda place: known.index(place) if place in known else len(known))


def _outcomes_text(outcomes: Outcomes) -> str:
    if len(outcomes) == 1:
        return _value_text(outcomes[0].value)
    parts = (
        gettext("%(weight)s%% %(value)s")
        % {"weight": unsigned(outcome.weight), "value": _value_text(outcome.value)}
        for outcome in outcomes
    )
    return " / ".join(parts)


def _value_text(value: AverageScore | Fraction) -> str:
    return wording.sentence(value) if isinstance(value, AverageScore) else signed(value)


def result_kind_text(result: Result, *, sealed: bool = False) -> str:
    """Return the kind of a result; an adjusted score with its assignments.

    The article is typed and may name cards, so it is not told of a sealed board.
    """
    kind, stated = str(result.get_kind_display()), result.facts.get(GIVEN) or {}
    if result.kind in {ResultKind.AVERAGE, ResultKind.ADJUSTED}:
        given = GivenScore.from_json(stated or result.facts)
        text = given_text(replace(given, article="") if sealed else given)
        return gettext("adjusted score: %(given)s") % {"given": text}
    article = "" if sealed else stated.get("article")
    values = {"scores": kind, "article": article}
    return gettext("%(scores)s (%(article)s)") % values if article else kind


def table_result_text(result: Result) -> str:
    """Return the result reported by a table, shown beside what a referee assigned instead."""
    scores: Mapping[str, int] = result.settlement.get("scores", {})
    seats = (f"{wording.seat_name(seat)} {signed(scores[seat])}" for seat in _ordered(scores))
    return gettext("The table reported: %(scores)s.") % {"scores": wording.listed(seats)}


def reopened_text(kind: str) -> str:
    """Return the words for a deal that its newest version reopened."""
    if kind == ResultKind.VOID:
        return gettext("The deal is void. Please play it again.")
    return gettext("The result was taken back. Please enter it again.")


def origin_texts(results: Sequence[Result]) -> dict[int, str]:
    """Return the origins of the versions of a deal's result, by key; the newest is the first.

    A version that replaces a void one is the result of the replayed deal, whoever posted it.
    """
    texts = {row.pk: wording.origin_text(row.origin_label, version=row.version) for row in results}
    for later, before in pairwise(results):
        if before.kind == ResultKind.VOID:
            texts[later.pk] = gettext("result of the deal played again")
    return texts


def reopened_state(kind: str) -> str:
    """Return in a word what such a deal awaits."""
    if kind == ResultKind.VOID:
        return gettext("to be played again")
    return gettext("to be entered again")
