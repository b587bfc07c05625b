"""`python3 -m scoring`: the games on the command line, JSON Lines in and JSON Lines out."""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from typing import BinaryIO, Final, TextIO

from scoring.lines import NO_DEFAULTS, answer_lines

EXAMPLE: Final = (
    '{"id":1,"game":"gongzhu","rules":{"preset":"classic"},'
    '"won":{"N":["SQ","H6","H8","H10","HJ","C10"],"W":["DJ"],'
    '"S":["H2","H3","H4","H5","H7","H9","HQ","HK","HA"],"E":[]},'
    '"exposed":[{"seat":"S","card":"HA","kind":"exposed"}]}'
)

RESULT_EXAMPLE: Final = (
    '{"id":1,"game":"shengji","rules":{"preset":"lianzhong-2"},"dealer":"N","level":"5",'
    '"trump":"H","attackers_points":75,"kitty_points":10,'
    '"last_trick":{"winner":"W","combination":"pair"}}'
)

REPLAY_EXAMPLE: Final = (
    '{"id":1,"game":"gongzhu","rules":{"preset":"classic"},'
    '"hands":{"N":["S2","S3","S4","S5","S6","S7","S8","S9","S10","SJ","SQ","SK","SA"],'
    '"W":["H2","H3","H4","H5","H6","H7","H8","H9","H10","HJ","HQ","HK","HA"],'
    '"S":["D2","D3","D4","D5","D6","D7","D8","D9","D10","DJ","DQ","DK","DA"],'
    '"E":["C2","C3","C4","C5","C6","C7","C8","C9","C10","CJ","CQ","CK","CA"]},'
    '"exposed":[{"seat":"S","card":"DJ","kind":"exposed"}],"first_deal":true,'
    '"plays":[["E","C2"],["N","SQ"],["W","H2"],["S","D2"],["E","C10"]]}'
)

TRICK_EXAMPLE: Final = (
    '{"id":1,"game":"gongzhu","rules":{"preset":"qq-double"},'
    '"plays":[["S4","S4"],["SK","SK"],["SQ","S8"],["SJ","HK"]]}'
)

CLAIM_EXAMPLE: Final = (
    '{"id":1,"game":"gongzhu","rules":{"preset":"classic"},'
    '"hands":{"N":["SA","H2"],"W":["S3","H5"],"S":["S4","HA"],"E":["SQ","D2"]},'
    '"won":{"N":["DJ","C10"],"W":["H3","H4","H6","H7","H8","H9","H10","HJ","HQ","HK"]},'
    '"exposed":[],"led":["H","D","C"],"trick":[],"turn":"N",'
    '"claim":{"by":"N","kind":"all"}}'
)

_OF_A_LINE: Final = """\
A line holds id (any JSON, repeated in the answer), game, rules (a preset and what differs from
it; left out: the first preset of the game) and"""

_AFTER_THE_ANSWER: Final = """\
Where a line cannot be answered, problems says why and stands alone. A line that is no JSON
object, or has a key twice, is answered by problems too, with its number as line.

Exit status: 0 when every line was answered, whatever its problems; 2 for a wrong call.
"""

SETTLE_HELP: Final = f"""\
Settle deals: one report a line on standard input, one answer a line on standard output, in the
same order.

  echo '{EXAMPLE}' | python3 -m scoring settle

answers, among other things, "raw": {{"N": -400, "W": 100, "S": -300, "E": 0}}.

  echo '{RESULT_EXAMPLE}' | python3 -m scoring settle

answers, among other things, "multiplier": 4, "dealer_up": 0, "attackers_up": 1, "next_dealer": "W".

{_OF_A_LINE} the report of the deal: of gongzhu won or
plays, claim, exposed, dealt, hands, leader, first_deal; of shengji dealer, level, trump,
attackers_points, kitty_points, last_trick (winner, and the combination or the cards), bids,
failed_throws, throw_points, or in place of the points hands, kitty and plays.
An answer holds raw and scores (points by seat), lines (they add up to raw), conversions (they add
up to scores), residue where the scores are meant to sum to 0 (what rounding left), flags where
plays or bids were against the rules (they stand, and are settled as they were), and problems.
{_AFTER_THE_ANSWER}"""

REPLAY_HELP: Final = f"""\
Replay deals: one report with its plays a line on standard input, one answer a line on standard
output, in the same order.

  echo '{REPLAY_EXAMPLE}' | python3 -m scoring replay

answers, among other things, "won": {{"N": [], "W": [], "S": [], "E": ["SQ", "H2", "D2", "C2"]}}.

{_OF_A_LINE} the report of the deal: hands,
exposed, leader, first_deal and plays, with two decks also first_C2 and first_pig. A play is
a seat and a card; with two decks a seat and a list of one card or two.
An answer holds legal (for each play, what its seat might have played; with two decks lists of
cards; what is in turn for its seat, also where that was not its turn; empty where the hand is
not known), won (every card by seat), raw (points by seat, null while cards that count are out), and
problems: every play that is against the rules, by its field, and what cannot have been.
{_AFTER_THE_ANSWER}"""

TRICK_HELP: Final = f"""\
Find who wins a trick: one trick a line on standard input, one answer a line on standard output,
in the same order.

  echo '{TRICK_EXAMPLE}' | python3 -m scoring trick

answers {{"id": 1, "winner": 2, "problems": []}}.

{_OF_A_LINE} plays: the cards that each seat put down, the
leader's first, as lists of cards; of shengji also trump (a suit letter, or null) and level.
An answer holds winner (which of the plays it is, counted from 0), of shengji also points.
{_AFTER_THE_ANSWER}"""

CLAIM_HELP: Final = f"""\
Search what a claim comes to: one ending a line on standard input, one answer a line on standard
output, in the same order. Every legal play is tried, seeing all hands; 拱猪 with one deck.

  echo '{CLAIM_EXAMPLE}' | python3 -m scoring claim

answers, among other things, "possible": false, "certain": false, \
"most": {{"N": 200, "W": -140, "S": -60, "E": 0}}.

{_OF_A_LINE} hands (the cards still held),
won (every card of the tricks before, or the scoring cards alone), exposed, dealt (as of settle),
led (the suits in which complete tricks were led; needed while an exposed card is held), trick (the
plays on the table), turn, and claim: by, kind and cards. Kind all says that by wins every remaining
trick, that on the table included, none that it wins no more, allocation that each seat wins the
scoring cards still out that cards gives it.
An answer holds possible (by has a strategy by which it comes true, whatever the others play),
certain (it comes true on every legal play), line (the plays of one that breaks it, up to the trick
that does, in as few tricks as can be; empty where it is certain), least and most (the raw points
of each seat over all legal plays, the whole deal settled; who was dealt a card that nothing tells
of may be any seat), gave_up, and problems.
A search that meets more states than --states says gave_up: true, and null is what it does not know.
With up to five cards a hand it never gives up by itself, with more than seven it does not begin. A
million states take 300 MB, 700 at the most. The same line has the same answer on every machine.
{_AFTER_THE_ANSWER}"""

_POSITION: Final = (
    '{"id":1,"game":"shengji","rules":{"preset":"lianzhong-2"},"trump":"S","level":"5",'
)

FOLLOW_EXAMPLE: Final = f'{_POSITION}"led":["HA","HA"],"hand":["H2","H2","H7"],"play":["H2","H7"]}}'
THROW_EXAMPLE: Final = (
    f'{_POSITION}"thrown":["H9","H9","HA"],"other_hands":[["HQ","HQ"],["C2"],["C3"]]}}'
)
KITTY_EXAMPLE: Final = f'{_POSITION}"winning_play":["S9","S9","S10","S10"]}}'
ORDER_EXAMPLE: Final = f"{_POSITION[:-1]}}}"
LEVELS_EXAMPLE: Final = (
    '{"id":1,"game":"shengji","rules":{"preset":"lianzhong-2"},"attackers_points":85}'
)

_OF_A_POSITION: Final = """\
trump is a suit letter or null for no trump, level a rank. Jokers are BJ and RJ. A game that knows
no such question says so among its problems."""


def _question_help(
    does: str,
    example: str,
    command: str,
    answer: str,
    fields: str,
    before: str = f"{_OF_A_LINE} ",
    after: str = f"\n{_OF_A_POSITION}",
) -> str:
    """Return the help text of a command that answers a question about a position."""
    return f"""\
{does}: one question a line on standard input, one answer a line on standard
output, in the same order.

  echo '{example}' | python3 -m scoring {command}

answers{answer}.

{before}{fields}{after}
{_AFTER_THE_ANSWER}"""


_OF_NO_GAME: Final = ("A line holds id (any JSON, repeated in the answer) and\n", "")
"""What stands before and after the fields of a question that concerns no game."""

VP_EXAMPLE: Final = '{"id":1,"boards":8,"imps":17}'
IMP_EXAMPLE: Final = '{"id":1,"difference":165}'
BERGER_EXAMPLE: Final = '{"id":1,"players":4}'


HELP: Final = {
    "vp": (
        "victory points 20-0 for a margin of IMPs",
        _question_help(
            "Find victory points",
            VP_EXAMPLE,
            "vp",
            ' {"id": 1, "vp": ["15.75", "4.25"]}',
            "boards and imps, the margin, negative where it is the other side's. An answer holds\n"
            "vp: the points of this side and of the other, to the hundredth.",
            *_OF_NO_GAME,
        ),
    ),
    "imp": (
        "IMPs for a difference of points",
        _question_help(
            "Find IMPs",
            IMP_EXAMPLE,
            "imp",
            ' {"id": 1, "imps": 4}',
            "difference, of points. An answer holds imps, with the same sign.",
            *_OF_NO_GAME,
        ),
    ),
    "berger": (
        "the Berger table of a round robin",
        _question_help(
            "Make round robins",
            BERGER_EXAMPLE,
            "berger",
            ' {"id": 1, "rounds": [[[1, 4], [2, 3]], [[4, 3], [1, 2]], [[2, 4], [3, 1]]]}',
            "players, how many there are. An answer holds rounds, the pairs of each by\nnumber; of "
            "an odd number of players also byes, who has none to meet in each round.",
            *_OF_NO_GAME,
        ),
    ),
    "order": (
        "the order of the cards under a trump and a level",
        _question_help(
            "Put the cards in order",
            ORDER_EXAMPLE,
            "order",
            ', among other things, "id": 1',
            "trump and level. An answer holds ladder:\nevery suit (T is trump) from low to high, "
            "equal cards together.",
        ),
    ),
    "follow": (
        "whether a play may follow a lead",
        _question_help(
            "Judge plays that follow a lead",
            FOLLOW_EXAMPLE,
            "follow",
            ' {"id": 1, "legal": false, "problems": ["pair_not_played"]}',
            "trump, level, led, hand (before the play)\nand play. An answer holds legal and "
            "problems: the code of the obligation that is broken.",
        ),
    ),
    "throw": (
        "whether a throw stands, and what is played instead",
        _question_help(
            "Judge throws",
            THROW_EXAMPLE,
            "throw",
            ' {"id": 1, "stands": false, "played": ["H9", "H9"]}',
            "trump, level, thrown and other_hands,\nthree lists in order of play. An answer "
            "holds stands and played.",
        ),
    ),
    "kitty": (
        "what the points of the kitty are multiplied by",
        _question_help(
            "Find the multiplier of the kitty",
            KITTY_EXAMPLE,
            "kitty",
            ' {"id": 1, "multiplier": 8}',
            "trump, level and winning_play. An\nanswer holds multiplier.",
        ),
    ),
    "levels": (
        "the levels that points come to",
        _question_help(
            "Find the levels gained",
            LEVELS_EXAMPLE,
            "levels",
            ' {"id": 1, "dealer_keeps": false, "dealer_up": 0, "attackers_up": 1}',
            "attackers_points. An answer holds\ndealer_keeps, dealer_up and attackers_up.",
        ),
    ),
    "settle": ("points of deals, with the lines that explain them", SETTLE_HELP),
    "replay": ("what was legal at each play of a deal, and what each seat won", REPLAY_HELP),
    "trick": ("who wins a trick", TRICK_HELP),
    "claim": ("whether a claim comes true, by an exact search", CLAIM_HELP),
}
"""What each command does, in a few words and in full."""


def main(
    arguments: Sequence[str] | None = None,
    source: BinaryIO | None = None,
    target: TextIO | None = None,
) -> int:
    """Run a command and return its exit status, 2 for a wrong call.

    >>> import io
    >>> main(["settle"], io.BytesIO(b""), io.StringIO())
    0
    """
    parser = argparse.ArgumentParser(
        prog="python3 -m scoring",
        description="The rules of the games, on JSON Lines.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (brief, full) in HELP.items():
        command = commands.add_parser(
            name,
            help=brief,
            description=full,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if name == "claim":
            limit = "the number of states after which a search of it gives up (1000000)"
            command.add_argument("--states", type=int, metavar="N", help=limit)
    called = vars(parser.parse_args(arguments))
    defaults = {"states": called["states"]} if called.get("states") is not None else NO_DEFAULTS
    lines = answer_lines(source or sys.stdin.buffer, called["command"], defaults)
    return _write(lines, target or sys.stdout)


def _write(lines: Iterable[str], target: TextIO) -> int:
    try:
        for line in lines:
            target.write(line + "\n")
            # A program that asks line by line waits for each answer.
            target.flush()
    except BrokenPipeError:
        # The reader has had enough. Python would flush once more at exit, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), target.fileno())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
