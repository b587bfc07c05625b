"""The 93 infractions of the program's catalogue as one table, in families, in our own words.

Levels and steps are our own proposals where no federation has a number. A tournament may change its
copy.
"""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.regulations.infractions.values import (
    Authority,
    Escalation,
    FormColumn,
    Infraction,
    Level,
    RepeatWindow,
    Scope,
    Terms,
)

WHO: Final = {
    "deputy": Authority.DEPUTY,
    "chief": Authority.CHIEF,
    "chief+organiser": Authority.CHIEF_AND_ORGANISER,
}
KNOWN: Final = {*WHO, *(window.value for window in RepeatWindow), "person", "facts"}
BEGIN_AGAIN: Final = _("Dealt again if noticed before the second card of the deal; else it stands.")


def _row(
    code: str, name: str | Promise, terms: str, marks: str = "", remedy: str | Promise = ""
) -> Infraction:
    """Return a row of the table.

    Terms are the level of a first offence and the steps by number of the offence, with a higher
    office if one decides: `L1 2:L3 3:L7@chief`. Three terms are those of individuals, of sides and
    of levels; `-` means no such infraction there. Marks are the office if it is not the referee's,
    the window, `person` if offences count by person, and `facts` if they are recorded. Raises
    ValueError for other marks.
    """
    columns = terms.split(" | ")
    given = columns if len(columns) > 1 else columns * len(FormColumn)
    words = set(marks.split())
    if unknown := words - KNOWN:
        raise ValueError(f"unknown marks of an infraction: {unknown}")
    window = next((each for each in RepeatWindow if each.value in words), None)
    return Infraction(
        code,
        name,
        {
            column: _terms(each)
            for column, each in zip(FormColumn, given, strict=True)
            if each != "-"
        },
        who=next((who for word, who in WHO.items() if word in words), Authority.REFEREE),
        window=window,
        counts=Scope.PERSON if "person" in words else Scope.SIDE,
        needs_facts="facts" in words,
        remedy=remedy,
    )


def _terms(text: str) -> Terms:
    first, *steps = text.split()
    return Terms(Level(first), tuple(map(_step, steps)))


def _step(text: str) -> Escalation:
    nth, _colon, then = text.partition(":")
    level, _at, who = then.partition("@")
    return Escalation(int(nth), Level(level), WHO[who] if who else None)


INFRACTIONS: Final = (
    # 通则: general duties towards the referee and the regulations.
    _row("G-01", _("Not calling the referee at once"), "L1 2:L3", "stage person"),
    _row("G-02", _("Settling an irregularity among the players"),
         "L1 2:L4 | L3 2:L4 | L1 2:L4", "stage facts",
         _("All sides that agreed to it are penalised.")),
    _row("G-03", _("Not complying with a ruling"),
         "L5 2:L7@chief 3:L9@chief+organiser", "deputy tournament person facts"),
    _row("G-04", _("Leaving the table without permission"), "L1 2:L3", "round person"),
    _row("G-05", _("Playing without the right to, or in another's name"),
         "L9", "chief+organiser year person facts",
         _("Pairs and teams forfeit the match.")),
    _row("G-06", _("Another breach of the supplementary regulations"),
         "L1 2:L2 3:L3 4:L4", "stage person facts"),

    # 洗牌、发牌与张数: shuffling, dealing and the number of cards.
    _row("D-01", _("Shuffled or cut by the wrong player"), "rect", "", BEGIN_AGAIN),
    _row("D-02", _("Wrong player drew first"), "rect | - | -", "", BEGIN_AGAIN),
    _row("D-03", _("Faces of cards shown while shuffling"), "rect 2:L1", "",
         _("The cards are shuffled again.")),
    _row("D-04", _("Too many or too few cards, found before the first lead"), "rect 3:L3", "stage",
         _("The short hand draws unseen from the long one if all agree, else the deal is dealt "
           "again. Over boards whoever did not count gets L3.")),
    _row("D-05", _("Too many or too few cards, found after the first lead"),
         "L4 2:L5 | L5 2:L5 | L4 2:L5", "facts",
         _("The deal is void and dealt again; over boards average minus and average plus. The side "
           "at fault is penalised.")),
    _row("D-06", _("Drawing a card out of turn"), "L0 3:L3 | - | L0 3:L4", "game",
         _("The card goes back. If it is among the hand already, the rightful player draws any "
           "card of it.")),
    _row("D-07", _("A card turned up in dealing"), "rect", "",
         _("Dealt again if it is a card that scores or may be exposed, a joker or a card of the "
           "level; else the deal goes on.")),
    _row("D-08", _("Wrong board played, or hands in wrong seats"), "- | L3 2:L5 | -", "facts",
         _("Average minus for the side at fault, average plus for the other.")),
    _row("D-09", _("Cards put back into the wrong pocket"), "- | L4 2:L5 | -", "facts",
         _("Tables that played other cards are scored apart.")),
    _row("D-10", _("Manipulated shuffle"), "L9", "chief+organiser year person facts"),

    # 明牌: cards exposed before play, too late, or played against the rule.
    _row("E-01", _("Exposing too late"), "L1 2:L3 | L1 2:L3 | -", "stage",
         _("The exposure is void and the card goes back; a partner may not use what he has seen.")),
    _row("E-02", _("Exposing too late again, or trying to"), "L3 | L3 | -", "stage"),
    _row("E-03", _("First exposure too late"), "rect 2:L1 | rect 2:L1 | -", "stage",
         _("It counts as an ordinary exposure if declared again within its time, otherwise it "
           "is void.")),
    _row("E-04", _("Exposed card played in the first trick of its suit, corrected"),
         "L1 2:L3 | L1 2:L3 | -", "",
         _("The card is taken back and another one of the suit is played.")),
    _row("E-05", _("Exposed card played in the first trick of its suit, established"),
         "L5 2:L6 | L5 2:L6 | -", "facts",
         _("The trick and the exposure stand; what the side gained is taken from it.")),
    _row("E-06", _("Exposed card discarded before the first trick of its suit"),
         "L1 2:L3 | L1 2:L3 | -", "facts",
         _("As E-04 where it was corrected, as E-05 where it is established.")),
    _row("E-07", _("Exposing a card that cannot be exposed"), "L1 2:L3 | L1 2:L3 | -", "",
         _("The card is treated as one that was shown (P-01).")),
    _row("E-08", _("Exposure announced in other words"), "L0 3:L1 | L0 3:L1 | -", "",
         _("It counts if the intention was clear.")),
    _row("E-09", _("Exposing on trial, or by a gesture"), "L3 2:L5 | L3 2:L5 | -", "facts"),
    _row("E-10", _("First exposure cancelled too late"), "rect | rect | -", "",
         _("It is not cancelled: the exposure counts as declared.")),

    # 出牌: cards shown, led, followed or looked at wrongly.
    _row("P-01", _("Showing a card by accident"), "L0 3:L3", "",
         _("For individuals the card goes back; in pairs and teams it stays face up and is played "
           "at the first legal turn.")),
    _row("P-02", _("Leading out of turn"), "L0 3:L3", "",
         _("The next player may accept the lead; else it is taken back.")),
    _row("P-03", _("Following out of turn"), "rect 2:L1 3:L3 | rect 2:L1 3:L3 | L0 2:L1 3:L3", "",
         _("The card is taken back; with a partner, his choice of cards may be restricted.")),
    _row("P-04", _("Not playing to a trick"), "rect 2:L3 | rect 2:L3 | L4 2:L5", "facts",
         _("A card is added if it is noticed by the next trick; else as D-05. Where levels are "
           "played, as D-05.")),
    _row("P-05", _("Playing several cards at once"), "rect 2:L1", "",
         _("One of them is chosen; the others count as shown (P-01).")),
    _row("P-06", _("Looking at earlier tricks"), "L3 2:L4 | L3 2:L4 | L1 2:L4"),
    _row("P-07", _("Taking back a card legally played"), "L1 2:L3", "",
         _("The card stays played.")),
    _row("P-08", _("Following with another combination than was held"), "- | - | L5 3:L7", "",
         _("As a revoke (R-01, R-02).")),
    _row("P-09", _("Cards laid out untidily"), "L0 3:L1"),
    _row("P-10", _("Detaching a card before the turn"), "L0 2:L1 | L1 2:L1 | L0 2:L1"),
    _row("P-11", _("Mixing the tricks before they were checked"), "L4 2:L5", "facts",
         _("Tricks in dispute are decided against whoever mixed them.")),

    # 有牌不跟（藏牌）: failing to follow suit with a card of the suit in hand.
    _row("R-01", _("Revoke, corrected in time"), "L1 2:L3", "",
         _("The right card is played; in pairs and teams the wrong one stays face up.")),
    _row("R-02", _("Revoke, established"), "L5 2:L6 | L5 2:L6 | L5 3:L7", "facts",
         _("The deal is played out; what the side gained by the revoke is taken from it.")),
    _row("R-03", _("Second established revoke in a game"),
         "L6 3:L7 | L6 3:L7 | L5 3:L7", "chief facts"),
    _row("R-04", _("All hearts or all scoring cards won by a revoke"), "rect | rect | -", "facts",
         _("The bonus is cancelled and the hearts count their face value; over boards an adjusted "
           "score. R-02 besides.")),
    _row("R-05", _("Deliberate revoke"), "L7 2:L9@chief+organiser", "chief year person facts"),
    _row("R-06", _("Claiming wrongly that somebody revoked"),
         "L3 2:L5 | L1 2:L5 | L1 2:L5", "facts"),

    # 声称: incomplete, premature, wrong or obstructed claims.
    _row("C-01", _("Claim without a line of play or owners of cards"), "L0 3:L1", "",
         _("Doubt goes against the claimer.")),
    _row("C-02", _("Claim before the opening lead or after scoring"), "rect 2:L1", "",
         _("The claim is void; cards that were faced count as shown (P-01).")),
    _row("C-03", _("Claim that does not come true"), "L0 2:L1 | - | -", "",
         _("Decided as the event decides contested claims.")),
    _row("C-04", _("Claim made to press or to mislead"), "L4 2:L6", "facts"),
    _row("C-05", _("Playing on after a claim"), "L0 2:L1", "",
         _("What was played after the claim is void and goes back.")),
    _row("C-06", _("Obstructing a claim, or not answering it"), "L1 2:L3", "",
         _("The time counts against that seat.")),

    # 时间: lateness, slow play, and not stopping when play is stopped.
    _row("T-01", _("Late by up to 10 minutes"), "L1 | L1 | L4", "stage",
         _("Where levels are played: one level for every five minutes begun.")),
    _row("T-02", _("Late by more than 10 minutes"), "L4", "deputy stage facts",
         _("The amount grows with every five minutes.")),
    _row("T-03", _("Forfeit by lateness"), "L7", "chief tournament facts",
         _("The match is forfeited; whoever does so twice is withdrawn.")),
    _row("T-04", _("First lead over time"), "L1 3:L3 | L1 3:L3 | L1 3:L4"),
    _row("T-05", _("Play over time"), "L1 3:L3 | L1 3:L3 | L1 3:L4"),
    _row("T-06", _("Slow table"), "L1 2:L5 | L3 2:L5 | L1 2:L5", "stage",
         _("Without a side at fault both get L1 and make up for it.")),
    _row("T-07", _("Deals not played in time"), "rect", "stage facts",
         _("Average scores, or the deals are removed; a game by levels ends as it stood. Teams: 1, "
           "2, 3 and 5 victory points for one to four deals.")),
    _row("T-08", _("Deliberate delay"), "L4 2:L6 | L5 2:L6 | L5 2:L6", "deputy stage person facts"),
    _row("T-09", _("Playing on after play was stopped"), "L1 2:L3", "stage",
         _("Cards played after the call are void.")),

    # 信息: information from a partner or an outsider, and secret agreements.
    _row("I-01", _("Hesitation that tells something"), "L1 2:L3 | rect 2:L3 | L1 2:L3", "match",
         _("Over boards an adjusted score, if the partner chose what it suggested and had another "
           "choice.")),
    _row("I-02", _("Signals by speech, look or posture"),
         "L1 2:L5 3:L7@chief | L1 2:L5 3:L7@chief | L1 2:L6 3:L7@chief", "match facts"),
    _row("I-03", _("Telling an intention before the turn"),
         "L1 2:L5 3:L7@chief | L1 2:L5 3:L7@chief | L1 2:L6 3:L7@chief", "match facts"),
    _row("I-04", _("Unlawful information more than three times"), "L7", "chief game facts"),
    _row("I-05", _("Remarks on a deal in play"), "L1 2:L4", "stage person"),
    _row("I-06", _("No convention card, or play that differs from it"),
         "- | L3 2:L5 | L3 2:L5", "deputy stage facts"),
    _row("I-07", _("Collusion"), "L9 | - | L9", "chief+organiser year person facts"),
    _row("I-08", _("Telephone rings or is used"),
         "L1 2:L5 3:L7@chief | L6 2:L7@chief | L4 2:L7@chief", "tournament person facts",
         _("Using it for the play is I-09.")),
    _row("I-09", _("Help by a program or from outside"), "L9", "chief+organiser year person facts",
         _("The result of a team is cancelled; the association decides on a ban.")),
    _row("I-10", _("A spectator or a team mate interferes"), "rect | rect | L1", "tournament facts",
         _("The deal is adjusted; his team is warned, and whoever does so again leaves the room.")),

    # 行为: manners at the table and fair play.
    _row("B-01", _("Discourtesy"), "L2 2:L5 3:L8@chief", "year person facts"),
    _row("B-02", _("Disturbing others, or being loud"), "L1 2:L3", "stage person"),
    _row("B-03", _("Smoking, drinking, breaking the rules of the venue"),
         "L1 2:L4", "stage person"),
    _row("B-04", _("Abuse or threat"), "L6 2:L9@chief+organiser", "chief year person facts"),
    _row("B-05", _("Violence or damage"), "L9", "chief+organiser year person facts"),
    _row("B-06", _("Losing on purpose, or fixing a match"),
         "L9", "chief+organiser year person facts",
         _("A ban for the stage at least.")),
    _row("B-07", _("Unsporting conduct"), "L2 2:L6", "deputy year person facts"),

    # 管理、成绩与名单: seats, line-ups, scores, corrections, appeals and withdrawals.
    _row("A-01", _("Not checked in on time"), "L0", "stage",
         _("Lateness counts from the start of the round (T-01).")),
    _row("A-02", _("Wrong seats"), "L1 2:L4", "stage facts",
         _("Seats are corrected. Teams whose match cannot be repaired both get 40 % of the victory "
           "points.")),
    _row("A-03", _("Line-up late or missing"), "- | L3 2:L5 | L3 2:L5", "deputy stage facts",
         _("For every five minutes; a missing one is as that of the segment before.")),
    _row("A-04", _("Line-up or substitution against the rules"),
         "- | L5 2:L7 | L5 2:L7", "chief stage facts",
         _("The opponents choose their seats.")),
    _row("A-05", _("Scoring error"), "L0 3:L3", "stage facts",
         _("The score is corrected.")),
    _row("A-06", _("Leaving before the score was checked and signed"), "L1 2:L3", "stage facts",
         _("The side's score is not raised later.")),
    _row("A-07", _("Giving or accepting a wrong score knowingly"),
         "L6 2:L9@chief+organiser", "chief year facts"),
    _row("A-08", _("Correction asked for too late"), "rect", "chief stage facts",
         _("It is refused.")),
    _row("A-09", _("Appeal without merit"),
         "rect 2:L6 | L5 2:L6 | L5 2:L6", "chief tournament facts",
         _("The deposit is forfeited.")),
    _row("A-10", pgettext_lazy("infraction", "Forfeit"), "L7", "chief tournament facts",
         _("The opponents have a walkover; whoever forfeits twice is withdrawn.")),
    _row("A-11", _("Withdrawal during the event"), "rect", "chief+organiser year facts",
         _("The deposit is forfeited; the organiser may bar pairs and teams.")),
    _row("A-12", _("No team dress or number"), "L0 2:L1 | L1 2:L1 | L1 2:L1", "stage person"),

    # 升级专用: calling trumps, the kitty, throws; only in games with levels.
    _row("S-01", _("Trumps called too late or out of turn"), "- | - | L1 2:L4", "",
         _("The call is void.")),
    _row("S-02", _("Wrong number of cards in the kitty"), "- | - | rect 3:L7@chief", "facts",
         _("The dealer's side loses the deal; else the other side goes up one level.")),
    _row("S-03", _("Looking at the kitty"), "- | - | L4 2:L6", "facts"),
    _row("S-04", _("Throw that fails"), "- | - | rect", "",
         _("The smallest part that fails is played; points for it are as the rules of the game lay "
           "down.")),
    _row("S-05", _("Pair or tractor not followed"), "- | - | L5 3:L7@chief", "facts",
         _("As a revoke (R-01, R-02).")),
    _row("S-08", _("Burying over time"), "- | - | L1 2:L4"),
)  # fmt: skip
"""Every infraction, in the order of the catalogue."""
COMMON: Final = frozenset(
    {"D-04", "P-01", "P-02", "P-03", "P-07", "R-01", "R-02", "A-05", "E-01", "E-04", "S-01", "S-04"}
)
"""Those shown first at a club event; ten of them exist in each game."""
