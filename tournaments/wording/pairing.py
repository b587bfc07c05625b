"""The words of draws: reasons of pairings and byes, options, and the rounds of knockouts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.pairing import reasons
from tournaments.pairing.knockout.bracket import (
    FINAL,
    BracketMatch,
    BracketPart,
    BracketSlot,
    KnockoutBracket,
    KnockoutKind,
    SlotSource,
)
from tournaments.pairing.reasons import DrawReason, Why

TWO_SIDES: wording.Words = {
    Why.SCORE_GROUP: _("equal scores: %(score)s"),
    Why.SCORES_NEXT: _("close scores: %(one)s and %(other)s"),
    Why.FLOATS_DOWN: _("%(entry)s has %(score)s and meets the lower score %(to)s"),
    Why.FLOATS_UP: _("%(entry)s has %(score)s and meets the higher score %(to)s"),
    Why.FLOATS_AGAIN: _("%(entry)s leaves the score group the same way as in the round before"),
    Why.BY_RANK: _("places %(one)s and %(other)s of the standings"),
    Why.FOLDED: _(
        "places %(one)s and %(other)s of the score group: the first ones meet the last ones"
    ),
    Why.SLID: _(
        "places %(one)s and %(other)s of the score group: the upper half meets the lower half"
    ),
    Why.ADJACENT: _("places %(one)s and %(other)s of the score group: neighbours meet"),
    Why.REMATCH: ngettext_lazy(
        "they have met %(times)s time; no draw has fewer rematches",
        "they have met %(times)s times; no draw has fewer rematches",
        "times",
    ),
    Why.REMATCH_ALLOWED: ngettext_lazy(
        "they have met %(times)s time, which this way to draw allows",
        "they have met %(times)s times, which this way to draw allows",
        "times",
    ),
    Why.REMATCH_BY_HAND: ngettext_lazy(
        "they have met %(times)s time, and were brought together by hand",
        "they have met %(times)s times, and were brought together by hand",
        "times",
    ),
    Why.BY_LOT: _("by lot"),
    Why.SAME_CLUB: _("both are of %(club)s; scores and rematches come first"),
    Why.FIRST_LESS_OFTEN: _("%(entry)s has had the first seat less often"),
    Why.FIRST_IN_TURN: _("%(entry)s did not have the first seat the last time"),
    Why.FIRST_BY_LOT: _("%(entry)s has the first seat by lot"),
    Why.THREE_WAY: _("three meet in half matches, each with each"),
    Why.BYE_LOWEST: _("%(entry)s has a bye: of the lowest score group, with %(score)s"),
    Why.BYE_LAST: _("%(entry)s has a bye: the last of all, on place %(place)s"),
    Why.BYE_HIGHER: _(
        "%(entry)s has a bye: whoever stands lower has had one, or would bring a rematch"
    ),
    Why.BYE_AGAIN: ngettext_lazy(
        "%(entry)s has had %(times)s bye; nobody has had fewer",
        "%(entry)s has had %(times)s byes; nobody has had fewer",
        "times",
    ),
    Why.BERGER: _("numbers %(one)s and %(other)s of the Berger table"),
    Why.BERGER_BYE: _("%(entry)s has a bye in this round of the Berger table"),
    Why.OPPONENT_GONE: _("%(entry)s would meet %(opponent)s, who is not there"),
    Why.NUMBER_DRAWN: _("%(entry)s has drawn number %(number)s"),
    Why.NUMBER_SEEDED: _("%(entry)s has number %(number)s by the seeding"),
    Why.SNAKE: _(
        "%(entry)s, place %(place)s of the seeding, comes to group %(group)s in the snake"
    ),
    Why.GROUP_FOR_CLUB: _(
        "%(entry)s, place %(place)s of the seeding, comes to group %(group)s "
        "to keep those of one club apart"
    ),
    Why.CLUB_IN_GROUP: _("%(entry)s is not the only one of %(club)s in group %(group)s"),
    Why.SEEDED: _("%(entry)s is on line %(line)s by the seeding"),
    Why.LINE_DRAWN: _("%(entry)s has drawn line %(line)s among those of a like seeding"),
    Why.LINE_FOR_CLUB: _(
        "%(entry)s is on line %(line)s, exchanged so that those of one club meet later"
    ),
    Why.FREE_LINE: _("%(entry)s has nobody to meet in the first round"),
    Why.CAME_AS_WINNER: _("%(entry)s won match %(match)s"),
    Why.CAME_AS_LOSER: _("%(entry)s lost match %(match)s"),
}

OF_TEAMS: wording.Words = {
    Why.FIRST_LESS_OFTEN: _("%(entry)s has been the home side less often"),
    Why.FIRST_IN_TURN: _("%(entry)s was not the home side the last time"),
    Why.FIRST_BY_LOT: _("%(entry)s is the home side by lot"),
}
"""Other words for teams, which have home and visiting sides instead of seats."""

OVER_BOARDS: wording.Words = {
    Why.BOARDS_MEETING: _("number %(one)s against number %(other)s of the movement"),
    Why.BOARDS_PLAYED: _("boards %(first)s to %(last)s"),
    Why.BOARDS_SWITCHED: _("north-south and east-west are exchanged, so that all rank together"),
    Why.BOARDS_SHARED: ngettext_lazy(
        "%(tables)s table plays these boards in this round",
        "%(tables)s tables share these boards in this round",
        "tables",
    ),
    Why.BOARDS_FREE: _("%(entry)s sits out: the number that it would meet is free"),
    Why.BOARDS_STAYS: _("%(entry)s keeps the table, as the director has noted"),
    Why.BOARDS_INSTEAD: _("%(entry)s plays on in the place of %(gone)s, who has withdrawn"),
}

FOURS: wording.Words = {
    Why.FOURS_BY_LOT: _("by lot"),
    Why.FOURS_SCORE_GROUP: _("equal scores: %(score)s"),
    Why.FOURS_SCORES: _("close scores: %(score)s to %(to)s"),
    Why.FOURS_MOVEMENT: _("round %(round)s of %(rounds)s of the fixed movement"),
    Why.FOURS_REMATCH: ngettext_lazy(
        "%(one)s and %(other)s have met %(times)s time; no draw has fewer rematches",
        "%(one)s and %(other)s have met %(times)s times; no draw has fewer rematches",
        "times",
    ),
    Why.FOURS_REMATCH_LEFT: ngettext_lazy(
        "%(one)s and %(other)s have met %(times)s time; the search found no draw with fewer "
        "rematches",
        "%(one)s and %(other)s have met %(times)s times; the search found no draw with fewer "
        "rematches",
        "times",
    ),
    Why.FOURS_REMATCH_BY_HAND: ngettext_lazy(
        "%(one)s and %(other)s have met %(times)s time, and were brought together by hand",
        "%(one)s and %(other)s have met %(times)s times, and were brought together by hand",
        "times",
    ),
    Why.FOURS_PARTNERS_BY_HAND: _(
        "%(one)s and %(other)s are partners %(times)s times in this movement, by hand, and not once"
    ),
    Why.FOURS_OPPONENTS_BY_HAND: _(
        "%(one)s and %(other)s are opponents %(times)s times in this movement, by hand, and not "
        "twice"
    ),
    Why.FOURS_SEATS_APART: _(
        "%(entry)s has had one seat %(apart)s times more often than another: these four cannot "
        "sit more evenly"
    ),
    Why.FOURS_OUT_HOUSE: _("%(entry)s sits out: a house player gives way"),
    Why.FOURS_OUT_BY_LOT: ngettext_lazy(
        "%(entry)s sits out by lot, after sitting out %(times)s time; nobody has fewer",
        "%(entry)s sits out by lot, after sitting out %(times)s times; nobody has fewer",
        "times",
    ),
    Why.FOURS_OUT_LOWEST: ngettext_lazy(
        "%(entry)s sits out as the lowest, after sitting out %(times)s time; nobody has fewer",
        "%(entry)s sits out as the lowest, after sitting out %(times)s times; nobody has fewer",
        "times",
    ),
    Why.FOURS_OUT_MOVEMENT: _("%(entry)s sits out in round %(round)s of the fixed movement"),
}

FROM_THE_END: Mapping[int, wording.Text] = {
    0: pgettext_lazy("knockout", "Final"),
    1: pgettext_lazy("knockout", "Semi-final %(match)s"),
    2: pgettext_lazy("knockout", "Quarter-final %(match)s"),
}
"""Names of matches in the last rounds of a single knockout, counted from the end."""

ROUNDS: Mapping[int, wording.Text] = {
    0: pgettext_lazy("knockout", "Final"),
    1: pgettext_lazy("knockout", "Semi-finals"),
    2: pgettext_lazy("knockout", "Quarter-finals"),
}
"""Names of the last rounds of a single knockout, counted from the end."""

CITED: Mapping[int, wording.Text] = {
    0: pgettext_lazy("final by its code", "W%(round)s.%(match)s"),
    1: pgettext_lazy("semi-final by its code", "W%(round)s.%(match)s"),
    2: pgettext_lazy("quarter-final by its code", "W%(round)s.%(match)s"),
}
"""Codes of the matches of these rounds, in Chinese with their names."""

CITED_OF_DOUBLE: wording.Text = pgettext_lazy(
    "match of the winners by its code", "W%(round)s.%(match)s"
)
"""The same of a main round of a double knockout."""

SCORES = frozenset({"score", "to"})
ENTRIES = frozenset({"entry", "gone", "opponent"})
TWO_ENTRIES = frozenset(
    {
        Why.FOURS_REMATCH,
        Why.FOURS_REMATCH_LEFT,
        Why.FOURS_REMATCH_BY_HAND,
        Why.FOURS_PARTNERS_BY_HAND,
        Why.FOURS_OPPONENTS_BY_HAND,
    },
)
"""The reasons in which `one` and `other` are entries too."""
LEXICON: Final = wording.Lexicon({Why: {**TWO_SIDES, **OVER_BOARDS, **FOURS}})


def reason_text(
    reason: DrawReason, names: Mapping[str, str] | None = None, *, of_teams: bool = False
) -> str:
    """Return a reason of a draw as a sentence.

    `names` maps the identifiers that the draw uses to the names of the entries.
    """
    if of_teams and reason.why in OF_TEAMS:
        return str(OF_TEAMS[reason.why]) % reason_values(reason, names or {})
    return wording.sentence(reason.why, reason_values(reason, names or {}))


def reason_values(reason: DrawReason, names: Mapping[str, str]) -> dict[str, reasons.Value]:
    """Return the values of a reason, with names of entries and formatted scores."""
    two = {"one", "other"}
    scores = SCORES | (two if reason.why is Why.SCORES_NEXT else set())
    entries = ENTRIES | (two if reason.why in TWO_ENTRIES else set())
    values: dict[str, reasons.Value] = {}
    for name, value in reason.values:
        if name in scores:
            values[name] = wording.unsigned(Fraction(value))
        elif name == "match":
            values[name] = wording.match_code_text(str(value))
        else:
            values[name] = names.get(str(value), value) if name in entries else value
    return values


def match_text(match: BracketMatch, frame: KnockoutBracket) -> str:
    """Return the name of a match of a knockout."""
    values = {"round": match.round, "match": match.code.partition(".")[2]}
    if match.part is BracketPart.THIRD:
        return gettext("Match for the third place")
    if match.part is BracketPart.FINAL:
        return gettext("Final") if match.code == FINAL else gettext("Second final")
    if frame.kind is KnockoutKind.DOUBLE:
        return _match_of_double(match, frame)
    if frame.rounds - match.round in FROM_THE_END:
        return str(FROM_THE_END[frame.rounds - match.round]) % values
    return gettext("Round %(round)s, match %(match)s") % values


def _match_of_double(match: BracketMatch, frame: KnockoutBracket) -> str:
    """Return the name of a match before the finals of a double knockout: in which half it is."""
    if _is_alone(match, frame):
        return round_text(match, frame)
    values = {"round": match.round, "match": match.code.partition(".")[2]}
    if match.part is BracketPart.LOSERS:
        return gettext("Losers' round %(round)s, match %(match)s") % values
    return gettext("Winners' round %(round)s, match %(match)s") % values


def _is_alone(match: BracketMatch, frame: KnockoutBracket) -> bool:
    """Whether a match is the last one of its part of the frame."""
    last = max(other.round for other in frame.matches if other.part is match.part)
    return match.round == last


def round_text(match: BracketMatch, frame: KnockoutBracket) -> str:
    """Return the name of the round of a match."""
    values = {"round": match.round}
    if match.part in {BracketPart.THIRD, BracketPart.FINAL}:
        return match_text(match, frame)
    if frame.kind is KnockoutKind.DOUBLE:
        return _round_of_double(match, frame)
    if frame.rounds - match.round in ROUNDS:
        return str(ROUNDS[frame.rounds - match.round])
    return gettext("Round %(round)s") % values


def _round_of_double(match: BracketMatch, frame: KnockoutBracket) -> str:
    """Return the name of a round before the finals of a double knockout."""
    values, is_last = {"round": match.round}, _is_alone(match, frame)
    if match.part is BracketPart.LOSERS:
        return gettext("Losers' final") if is_last else gettext("Losers' round %(round)s") % values
    return gettext("Winners' final") if is_last else gettext("Winners' round %(round)s") % values


def cited_match(code: str, frame: KnockoutBracket) -> str:
    """Return how the paper cites a match: by its code, in Chinese with its name before it."""
    match = frame.match(code)
    if match.part is not BracketPart.MAIN:
        return wording.match_code_text(code)
    from_the_end = frame.rounds - match.round
    if frame.kind is KnockoutKind.SINGLE and from_the_end not in CITED:
        return wording.match_code_text(code)
    name = CITED[from_the_end] if frame.kind is KnockoutKind.SINGLE else CITED_OF_DOUBLE
    return str(name) % {"round": match.round, "match": code.partition(".")[2]}


def to_come_text(slot: BracketSlot, frame: KnockoutBracket) -> str:
    """Return where a side that is not known yet comes from: winner or loser of which match."""
    values = {"match": match_text(frame.match(slot.of), frame)}
    if slot.source is SlotSource.WINNER:
        return gettext("Winner: %(match)s") % values
    return gettext("Loser: %(match)s") % values
