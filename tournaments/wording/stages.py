"""The words of team matches, walkovers, cross tables, prizes and qualification."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments import wording
from tournaments.formats.tie_break_lists import Form, Listed
from tournaments.standings.carry_over import Carry
from tournaments.standings.cross_table import Outcome
from tournaments.standings.prizes import PrizeTies
from tournaments.standings.qualification import FedBy
from tournaments.standings.qualification_rules import StageProblem, TakeKind
from tournaments.standings.team_boards import Average, BoardState, Method, Side
from tournaments.standings.team_scores import ScaleBoards, Unit, WonBy
from tournaments.standings.walkovers import Award, Best, Standing

METHODS: wording.Words = {
    Method.IMPS: _("IMPs"),
    Method.POINTS: _("total points"),
    Method.BOARD_A_MATCH: _("board-a-match"),
}
AVERAGES: wording.Words = {
    Average.PLUS: _("average plus"),
    Average.EVEN: _("average"),
    Average.MINUS: _("average minus"),
}
BOARD_STATES: wording.Words = {
    BoardState.COMPARED: _("compared"),
    BoardState.ADJUSTED: _("adjusted"),
    BoardState.HALF_PLAYED: _("played in one room"),
    BoardState.UNPLAYED: _("not played yet"),
    BoardState.REMOVED: _("taken out"),
}
SIDES: wording.Words = {
    Side.HOME: _("home team"),
    Side.AWAY: _("visiting team"),
}
SCALE_BOARDS: wording.Words = {
    ScaleBoards.PLANNED: _("the boards that were planned"),
    ScaleBoards.COUNTED: _("the boards that count"),
}
UNITS: wording.Words = {
    Unit.MATCH: _("in what the boards count"),
    Unit.SCORE: _("in what the match counts"),
}
WON_BY: wording.Words = {
    WonBy.BOARDS: _("by the boards of the match"),
    WonBy.EXTRA_DEAL: _("by an extra deal"),
}
AWARDS: wording.Words = {
    Award.INDEMNITY: _("12 : 0, three fifths of 20"),
    Award.EIGHTEEN: _("18 : 0"),
    Award.WHOLE: _("20 : 0"),
    Award.WIN_1: _("1 : 0, as a match won"),
    Award.WIN_1_ABSENT_MINUS_1: _("1 for who is there, −1 for who is absent"),
    Award.WIN_2: _("2 : 0, as a match won"),
    Award.WIN_3: _("3 : 0, as a match won"),
}
STANDINGS: wording.Words = {
    Standing.CANCELLED: _("None of its matches counts."),
    Standing.STAND: _("Its matches stand; who was still to meet it is made good."),
}
BEST: wording.Words = {
    Best.OWN_AVERAGE: _("the average of its own matches"),
    Best.OTHERS_AVERAGE: _("the average that others had against the one who withdrew"),
    Best.INDEMNITY: _("a match that is won without play"),
    Best.AT_FAULT: _("two fifths of a match"),
    Best.AVERAGE_PLUS: _("average plus: three fifths of its boards, or three IMPs for each"),
    Best.AVERAGE_MINUS: _("average minus: two fifths of its boards, or three IMPs off for each"),
    Best.NOTHING: _("no points"),
}
OUTCOMES: wording.Words = {
    Outcome.WON: pgettext_lazy("match", "won"),
    Outcome.DRAWN: pgettext_lazy("match", "drawn"),
    Outcome.LOST: pgettext_lazy("match", "lost"),
    Outcome.WON_UNPLAYED: pgettext_lazy("match", "won without play"),
    Outcome.LOST_UNPLAYED: pgettext_lazy("match", "lost without play"),
    Outcome.OPEN: pgettext_lazy("match", "not over yet"),
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
FORMS: wording.Words = {
    Form.INDIVIDUAL: _("individual"),
    Form.MATCHES_SWISS: _("matches, Swiss"),
    Form.MATCHES_ROUND_ROBIN: _("matches, round robin"),
    Form.TEAMS_SWISS: _("teams, Swiss"),
    Form.TEAMS_ROUND_ROBIN: _("teams, round robin"),
    Form.KNOCKOUT: _("knockout"),
}
LISTS: wording.Words = {
    Listed.INDIVIDUAL: _("Usual for individuals"),
    Listed.TEAMS_SWISS: _("Usual for teams, Swiss"),
    Listed.TEAMS_ROUND_ROBIN: _("Usual for teams, round robin"),
    Listed.LEVELS: _("Usual for level differences"),
    Listed.CLUB_SWISS: _("Opponents, wins, difference"),
    Listed.CLUB_ROUND_ROBIN: _("Head-to-head of two, difference, own levels"),
    Listed.TEAMS_AMONG_THEMSELVES: _("Everything among the equals first"),
    Listed.MEDIAN: _("Opponents, then without the best and the worst"),
    Listed.CUMULATIVE: _("Opponents, progressive sum, warnings"),
    Listed.WINS: _("Wins, losses, lot"),
    Listed.BEST_MATCHES: _("Head-to-head, wins, best matches"),
    Listed.LEVELS_NET: _("Difference, own levels, lot"),
    Listed.EXTRA_DEAL: _("An extra deal decides"),
}

WORDS: tuple[tuple[type, wording.Words], ...] = (
    (Method, METHODS),
    (Average, AVERAGES),
    (BoardState, BOARD_STATES),
    (Side, SIDES),
    (ScaleBoards, SCALE_BOARDS),
    (Unit, UNITS),
    (WonBy, WON_BY),
    (Award, AWARDS),
    (Standing, STANDINGS),
    (Best, BEST),
    (Outcome, OUTCOMES),
    (Carry, CARRIES),
    (PrizeTies, PRIZES),
    (TakeKind, TAKES),
    (FedBy, FED_BY),
    (StageProblem, PROBLEMS),
    (Form, FORMS),
    (Listed, LISTS),
)


def register() -> None:
    """Register the words of stages, knockouts, awards and prizes."""
    for codes, words in WORDS:
        wording.register(codes, words)
