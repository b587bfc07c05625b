"""The words of stages, team matches, walkovers, cross tables, prizes and qualification."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.models import Stage
from tournaments.standings.group_results import Carry
from tournaments.standings.prizes import Prize, PrizeTies
from tournaments.standings.qualification_rules import (
    FeedRule,
    Take,
    TakeKind,
    read_rule,
)
from tournaments.structure.stages import is_knockout
from tournaments.wording.values import amount_text

PRIZE_TIES: wording.Names = {
    PrizeTies.DIVIDED.value: _(
        "Those who share a place divide the prizes of the places that they fill, in equal parts."
    ),
    PrizeTies.NEXT_TIE_BREAK.value: _(
        "Further tie-breaks separate those who share a place; remaining equals divide the prizes."
    ),
    PrizeTies.HIGHER.value: _(
        "Those who share a place have the prize of the better place, each of them."
    ),
}
"""How prizes are shared, by the rule for ties."""


def stage_name(stage: Stage) -> str:
    """Return the name of a stage; without one, what is played in it, as the reader calls that."""
    if stage.name:
        return str(stage.name)
    if is_knockout(stage):
        return gettext("Knockout")
    if stage.groups_wanted > 1:
        return pgettext("stage", "Groups")
    return gettext("Stage %(number)s") % {"number": stage.number}


def prize_text(prize: Prize, unit: str) -> str:
    """Return a prize in words: its amount, its things, or both."""
    amount = [amount_text(prize.amount, unit)] if prize.amount or not prize.things else []
    return wording.listed([*amount, *prize.things])


def lot_text(prize: Prize) -> str:
    """Return how things are given to entries that share a rank; empty if not needed."""
    if not prize.by_lot:
        return ""
    text = gettext("%(things)s: not divided; who of those equal has it is decided by lot, by hand.")
    return text % {"things": wording.listed(prize.things)}


def feed_sentences(stored: object) -> tuple[str, ...]:
    """Return who qualifies for a stage and what is carried over; empty for a first stage."""
    rule = read_rule(stored)[0]
    if rule is None:
        return ()
    sentences = [take_text(take) for take in rule.takes]
    return (*sentences, *_meeting_sentences(rule), *_carry_sentences(rule))


def take_text(take: Take) -> str:
    """Return the entries that a part of the rule takes, as a sentence."""
    values = {"count": take.count, "place": take.place}
    if take.kind is TakeKind.FIRST:
        return (
            ngettext(
                "The first of each group advances.",
                "The first %(count)s of each group advance.",
                take.count,
            )
            % values
        )
    if take.kind is TakeKind.BEST:
        return (
            ngettext(
                "The best of those in place %(place)s of their groups advances.",
                "The best %(count)s of those in place %(place)s of their groups advance.",
                take.count,
            )
            % values
        )
    return (
        ngettext(
            "The best of all others advances.",
            "The best %(count)s of all others advance.",
            take.count,
        )
        % values
    )


def _meeting_sentences(rule: FeedRule) -> list[str]:
    if rule.crosswise:
        return [
            gettext(
                "The groups meet crosswise: the winner of one plays the last qualifier of the"
                " other."
            )
        ]
    if not rule.meet:
        return []
    twos = wording.listed(f"{first}–{second}" for first, second in rule.meet)
    return [gettext("First matches: %(twos)s.") % {"twos": twos}]


def _carry_sentences(rule: FeedRule) -> list[str]:
    if rule.carry.kind is Carry.NONE:
        return []
    text = wording.sentence(rule.carry.kind)
    if rule.carry.share == 1:
        return [text]
    return [text, gettext("Share carried over: %(share)s.") % {"share": rule.carry.share}]
