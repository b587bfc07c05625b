"""The words of draws: reasons of pairings and byes, rounds of knockouts, entries not drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.models import RulingsShown
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
from tournaments.pairing.sit_outs import SitsOut
from tournaments.results.event_record import entry_name
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.suspensions import LeftOut

BETWEEN = "; "
BEHIND_THE_NAME: wording.Words = {
    Why.BYE_LOWEST: _("of the lowest score group, with %(score)s"),
    Why.BYE_LAST: _("the last of all, on place %(place)s"),
    Why.BYE_HIGHER: _("all lower entries have had a bye, or would bring a rematch"),
    Why.BYE_AGAIN: ngettext_lazy(
        "has had %(times)s bye; nobody has had fewer",
        "has had %(times)s byes; nobody has had fewer",
        "times",
    ),
    Why.BERGER_BYE: _("a bye in this round of the Berger table"),
    Why.OPPONENT_GONE: _("would meet %(opponent)s, who is absent"),
    Why.NUMBER_DRAWN: _("number %(number)s, drawn"),
    Why.NUMBER_SEEDED: _("number %(number)s by the seeding"),
    Why.SEEDED: _("line %(line)s by the seeding"),
    Why.LINE_DRAWN: _("line %(line)s, drawn among those of a like seeding"),
    Why.LINE_FOR_CLUB: _("line %(line)s, exchanged so that those of one club meet later"),
    Why.FREE_LINE: _("nobody to meet in the first round"),
    Why.BOARDS_FREE: _("the number that would be met is free"),
    Why.FOURS_OUT_MOVEMENT: _("out in round %(round)s of the fixed movement"),
}
"""The reasons of byes that have such words; others name the entry."""


def bye_reason_text(sit_out: SitsOut, names: Mapping[str, str]) -> str:
    """Return why an entry has a bye, worded to follow its name.

    `names` maps the identifiers that the draw uses to the names of the entries.
    """
    texts = []
    for reason in sit_out.reasons:
        words = BEHIND_THE_NAME.get(reason.why)
        if words is None:
            texts.append(reason_text(reason, names))
        else:
            texts.append(str(words) % reason_values(reason, names))
    return BETWEEN.join(texts) or wording.sentence(sit_out.why, {"times": sit_out.times})


OF_TEAMS: wording.Words = {
    Why.FIRST_LESS_OFTEN: _("%(entry)s has been the home side less often"),
    Why.FIRST_IN_TURN: _("%(entry)s was not the home side the last time"),
    Why.FIRST_BY_LOT: _("%(entry)s is the home side by lot"),
}
"""Other words for teams, which have home and visiting sides instead of seats."""

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
    """Return the name of a match before the finals of a double knockout, with its half."""
    if _is_alone(match, frame):
        return round_text(match, frame)
    values = {"round": match.round, "match": match.code.partition(".")[2]}
    if match.part is BracketPart.LOSERS:
        return gettext("Losers' round %(round)s, match %(match)s") % values
    return gettext("Winners' round %(round)s, match %(match)s") % values


def _is_alone(match: BracketMatch, frame: KnockoutBracket) -> bool:
    """Whether a match is the last one of its part of the bracket."""
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
    """Return a match as papers cite it: by its code, in Chinese after its name."""
    match = frame.match(code)
    if match.part is not BracketPart.MAIN:
        return wording.match_code_text(code)
    from_the_end = frame.rounds - match.round
    if frame.kind is KnockoutKind.SINGLE and from_the_end not in CITED:
        return wording.match_code_text(code)
    name = CITED[from_the_end] if frame.kind is KnockoutKind.SINGLE else CITED_OF_DOUBLE
    return str(name) % {"round": match.round, "match": code.partition(".")[2]}


def to_come_text(slot: BracketSlot, frame: KnockoutBracket) -> str:
    """Return the source of a side that is not known yet: winner or loser of a match."""
    values = {"match": match_text(frame.match(slot.of), frame)}
    if slot.source is SlotSource.WINNER:
        return gettext("Winner: %(match)s") % values
    return gettext("Loser: %(match)s") % values


def not_drawn_text(
    snapshot: EventSnapshot, rows: Iterable[LeftOut], *, is_public: bool = False
) -> str:
    """Return the suspended entries that are not drawn, with the rulings; empty without any.

    For the public, rulings are mentioned only as far as they are public.
    """
    tells = not is_public or snapshot.regulations.rulings_shown != RulingsShown.NONE
    names = [_name(snapshot, row, tells_ruling=tells) for row in rows]
    if not names:
        return ""
    words = ngettext(
        "%(count)s suspended, not drawn: %(names)s",
        "%(count)s suspended, not drawn: %(names)s",
        len(names),
    )
    return words % {"count": len(names), "names": wording.listed(names)}


def barred_text(names: Iterable[str]) -> str:
    """Return that these persons are suspended and cannot take a seat; empty for nobody."""
    words = gettext("%(name)s is suspended in this round and cannot take a seat.")
    return wording.joined_sentences([words % {"name": name} for name in names])


def _name(snapshot: EventSnapshot, row: LeftOut, *, tells_ruling: bool) -> str:
    name = row.name or entry_name(row.entry, snapshot.members_of(row.entry))
    if not tells_ruling:
        return name
    year, number = row.row.ruling
    ruling = gettext("R-%(year)s-%(number)s") % {"year": year, "number": f"{number:04d}"}
    return gettext("%(name)s (%(ruling)s)") % {"name": name, "ruling": ruling}
