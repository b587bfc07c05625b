"""The words of team matches, walkovers, cross tables, prizes and qualification."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.standings.group_results import Carry, MatchOutcome
from tournaments.standings.prizes import Prize, PrizeTies
from tournaments.standings.qualification import FedBy
from tournaments.standings.qualification_rules import (
    FeedRule,
    StageProblem,
    Take,
    TakeKind,
    read_rule,
)
from tournaments.standings.team_boards import AverageScore, BoardState, TeamMethod
from tournaments.standings.unplayed_terms import CompensationBasis, WalkoverAward, WithdrawalOutcome
from tournaments.wording.numbers import amount_text

METHODS: wording.Words = {
    TeamMethod.IMPS: _("IMPs"),
    TeamMethod.POINTS: _("total points"),
    TeamMethod.BOARD_A_MATCH: _("board-a-match"),
}
AVERAGES: wording.Words = {
    AverageScore.PLUS: _("average plus"),
    AverageScore.EVEN: _("average"),
    AverageScore.MINUS: _("average minus"),
}
BOARD_STATES: wording.Words = {
    BoardState.COMPARED: _("compared"),
    BoardState.ADJUSTED: _("adjusted"),
    BoardState.HALF_PLAYED: _("played in one room"),
    BoardState.UNPLAYED: _("not played yet"),
    BoardState.REMOVED: _("taken out"),
}
AWARDS: wording.Words = {
    WalkoverAward.INDEMNITY: _("12 : 0, three fifths of 20"),
    WalkoverAward.EIGHTEEN: _("18 : 0"),
    WalkoverAward.WHOLE: _("20 : 0"),
    WalkoverAward.WIN_1: _("1 : 0, as a match won"),
    WalkoverAward.WIN_1_ABSENT_MINUS_1: _("1 for who is there, −1 for who is absent"),
    WalkoverAward.WIN_2: _("2 : 0, as a match won"),
    WalkoverAward.WIN_3: _("3 : 0, as a match won"),
}
STANDINGS: wording.Words = {
    WithdrawalOutcome.CANCELLED: _("None of its matches counts."),
    WithdrawalOutcome.STAND: _("Its matches stand; who was still to meet it is made good."),
}
BEST: wording.Words = {
    CompensationBasis.OWN_AVERAGE: _("the average of its own matches"),
    CompensationBasis.OTHERS_AVERAGE: _("the average that others had against the one who withdrew"),
    CompensationBasis.INDEMNITY: _("a match that is won without play"),
    CompensationBasis.AT_FAULT: _("two fifths of a match"),
    CompensationBasis.AVERAGE_PLUS: _(
        "average plus: three fifths of its boards, or three IMPs for each"
    ),
    CompensationBasis.AVERAGE_MINUS: _(
        "average minus: two fifths of its boards, or three IMPs off for each"
    ),
    CompensationBasis.NOTHING: _("no points"),
}
OUTCOMES: wording.Words = {
    MatchOutcome.WON: pgettext_lazy("match", "won"),
    MatchOutcome.DRAWN: pgettext_lazy("match", "drawn"),
    MatchOutcome.LOST: pgettext_lazy("match", "lost"),
    MatchOutcome.WON_UNPLAYED: pgettext_lazy("match", "won without play"),
    MatchOutcome.LOST_UNPLAYED: pgettext_lazy("match", "lost without play"),
    MatchOutcome.OPEN: pgettext_lazy("match", "not over yet"),
}
CARRIES: wording.Words = {
    Carry.NONE: _("Nothing is carried over."),
    Carry.ALL: _("The score of the stage before is carried over."),
    Carry.HEAD_TO_HEAD: _("The matches among those who go on are carried over."),
    Carry.FORMULA: _("A part of the score by the formula of the regulations is carried over."),
}
PRIZES: wording.Words = {
    PrizeTies.DIVIDED: _("Who shares a place divides the prizes of the places equally."),
    PrizeTies.NEXT_TIE_BREAK: _("Further tie-breaks part those who share a place."),
    PrizeTies.HIGHER: _("Everybody who shares a place has the prize of the better place."),
}
TAKES: wording.Words = {
    TakeKind.FIRST: _("the first of each group"),
    TakeKind.BEST: _("the best of one place over all groups"),
    TakeKind.TOP: _("the first of all who are left"),
}
FED_BY: wording.Words = {
    FedBy.PLACE: _("by the place in the group"),
    FedBy.RECORD: _("by the average of a match, compared over the groups"),
    FedBy.LOT: _("by lot, as others were equal"),
}
PROBLEMS: wording.Words = {
    StageProblem.NOTHING_TAKEN: _("The rule takes nobody to the next stage."),
    StageProblem.NOT_A_SHARE: _("“%(value)s” is not a share from 0 to 1, as 1/2."),
    StageProblem.SLOT_UNKNOWN: _("There is no slot %(slot)s."),
    StageProblem.SLOT_TWICE: _("Slot %(slot)s is filled or paired twice."),
    StageProblem.SLOT_UNUSED: _("Slot %(slot)s meets nobody."),
    StageProblem.GROUPS_ODD: _("Groups cross in twos, and their number here is odd: %(count)s."),
    StageProblem.CROSSES_FIRST_ONLY: _("Only the first of each group can cross."),
    StageProblem.TOO_FEW_PLACED: _("Nobody is there for slot %(slot)s."),
    StageProblem.CUT_SHARED: _(
        "%(entries)s share the place for slot %(slot)s, and only some of them go on."
    ),
}
PRIZE_TIES: wording.Names = {
    PrizeTies.DIVIDED.value: _(
        "Those who share a place divide the prizes of the places that they fill, in equal parts."
    ),
    PrizeTies.NEXT_TIE_BREAK.value: _(
        "Those who share a place are parted by further tie-breaks; who is equal still divides."
    ),
    PrizeTies.HIGHER.value: _(
        "Those who share a place have the prize of the better place, each of them."
    ),
}
"""How prizes are shared, by the rule for ties."""


def prize_text(prize: Prize, unit: str) -> str:
    """Return what a prize is: its amount, its things, or both."""
    amount = [amount_text(prize.amount, unit)] if prize.amount or not prize.things else []
    return wording.listed([*amount, *prize.things])


def lot_text(prize: Prize) -> str:
    """Return how things are given to several who share a place; empty where they need not be."""
    if not prize.by_lot:
        return ""
    text = gettext("%(things)s: not divided; who of those equal has it is decided by lot, by hand.")
    return text % {"things": wording.listed(prize.things)}


LEXICON: Final = wording.Lexicon(
    {
        TeamMethod: METHODS,
        AverageScore: AVERAGES,
        BoardState: BOARD_STATES,
        WalkoverAward: AWARDS,
        WithdrawalOutcome: STANDINGS,
        CompensationBasis: BEST,
        MatchOutcome: OUTCOMES,
        Carry: CARRIES,
        PrizeTies: PRIZES,
        TakeKind: TAKES,
        FedBy: FED_BY,
        StageProblem: PROBLEMS,
    }
)


def feed_sentences(stored: object) -> tuple[str, ...]:
    """Return who goes on to a stage and what is carried over; empty for a first stage."""
    rule, _ = read_rule(stored)
    if rule is None:
        return ()
    sentences = [take_text(take) for take in rule.takes]
    return (*sentences, *_meeting_sentences(rule), *_carry_sentences(rule))


def take_text(take: Take) -> str:
    """Return whom a part of the rule takes, as a sentence."""
    values = {"count": take.count, "place": take.place}
    if take.kind is TakeKind.FIRST:
        return (
            ngettext(
                "The first of each group goes on.",
                "The first %(count)s of each group go on.",
                take.count,
            )
            % values
        )
    if take.kind is TakeKind.BEST:
        return (
            ngettext(
                "The best of those at place %(place)s of their groups goes on.",
                "The best %(count)s of those at place %(place)s of their groups go on.",
                take.count,
            )
            % values
        )
    return (
        ngettext(
            "The first of all who are left goes on.",
            "The first %(count)s of all who are left go on.",
            take.count,
        )
        % values
    )


def _meeting_sentences(rule: FeedRule) -> list[str]:
    if rule.crosswise:
        return [gettext("The groups meet crosswise: the first of one the last of the other.")]
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
    return [text, gettext("Share of it: %(share)s.") % {"share": rule.carry.share}]
