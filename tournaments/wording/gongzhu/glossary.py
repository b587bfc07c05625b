"""The glossary of 拱猪: the name of each term, its pinyin, and its meaning.

A reader of English also sees the Chinese name with its pinyin; a reader of Chinese the English
name. The explanations are our own; the sources only determine which terms there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.gongzhu.glossary import TermCode, TermPart
from tournaments import wording
from tournaments.wording.games import Headword

PARTS: wording.Words = {
    TermPart.CARDS: pgettext_lazy("glossary", "Cards and decks"),
    TermPart.SEATS: pgettext_lazy("glossary", "Seats and players"),
    TermPart.PLAY: pgettext_lazy("glossary", "Dealing and playing"),
    TermPart.EXPOSURE: pgettext_lazy("glossary", "Exposing and winning back"),
    TermPart.POINTS: pgettext_lazy("glossary", "Taking everything"),
    TermPart.EVENT: pgettext_lazy("glossary", "Deals, games and events"),
}

HEADWORDS: Final[Mapping[str, Headword]] = {
    TermCode.SUITS: Headword(pgettext_lazy("glossary", "Suits"), "huāsè"),
    TermCode.PIG: Headword(pgettext_lazy("glossary", "Pig"), "zhū"),
    TermCode.PIG_CARDS: Headword(pgettext_lazy("glossary", "Pig cards"), "zhūpái"),
    TermCode.RED_POINTS: Headword(pgettext_lazy("glossary", "Red points"), "hóngfēn"),
    TermCode.TRANSFORMER: Headword(pgettext_lazy("glossary", "Transformer"), "biànyāqì"),
    TermCode.TRANSFORMER_CARDS: Headword(
        pgettext_lazy("glossary", "Transformer cards"), "biànyāqìpái"
    ),
    TermCode.SHEEP: Headword(pgettext_lazy("glossary", "Sheep"), "yáng"),
    TermCode.SHEEP_CARDS: Headword(pgettext_lazy("glossary", "Sheep cards"), "yángpái"),
    TermCode.PIG_CHASE: Headword(pgettext_lazy("glossary", "Chasing the pig"), "gǒngzhū"),
    TermCode.SHARING_HEARTS: Headword(
        pgettext_lazy("glossary", "Sharing out the hearts"), "fēnhóng"
    ),
    TermCode.ATTACKING_TRANSFORMER: Headword(
        pgettext_lazy("glossary", "Attacking the transformer"), "gōngbiàn"
    ),
    TermCode.LEADING_SHEEP: Headword(pgettext_lazy("glossary", "Leading the sheep in"), "qiānyáng"),
    TermCode.GRAZING_SHEEP: Headword(
        pgettext_lazy("glossary", "Letting the sheep graze"), "fàngyáng"
    ),
    TermCode.ALL_HEARTS: Headword(pgettext_lazy("glossary", "All hearts"), "quánhóng"),
    TermCode.SLAM: Headword(pgettext_lazy("glossary", "Slam"), "zhūyáng mǎnquān"),
    TermCode.LEFT_OPPONENT: Headword(pgettext_lazy("glossary", "Left-hand opponent"), "shàngjiā"),
    TermCode.RIGHT_OPPONENT: Headword(pgettext_lazy("glossary", "Right-hand opponent"), "xiàjiā"),
    TermCode.OPPOSITE: Headword(pgettext_lazy("glossary", "Player opposite"), "duìjiā"),
    TermCode.HAND: Headword(pgettext_lazy("glossary", "Hand"), "yì shǒu pái"),
    TermCode.DEAL: Headword(pgettext_lazy("glossary", "Deal"), "yí fù pái"),
    TermCode.DECK: Headword(pgettext_lazy("glossary", "Whole deck"), "quán fù pái"),
    TermCode.DEAL_NUMBERED_ONE: Headword(pgettext_lazy("glossary", "Deal number 1"), "dì 1 fù pái"),
    TermCode.DEAL_PLAYED_FIRST: Headword(
        pgettext_lazy("glossary", "The deal played first"), "dì-yī fù pái"
    ),
    TermCode.SEATING: Headword(pgettext_lazy("glossary", "Seating"), "zuòcì"),
    TermCode.TRICK: Headword(pgettext_lazy("glossary", "Trick"), "quān"),
    TermCode.GAME: Headword(pgettext_lazy("glossary", "Game"), "jú"),
    TermCode.BOARD_SET: Headword(pgettext_lazy("glossary", "Set of boards"), "pán"),
    TermCode.ROUND: Headword(pgettext_lazy("glossary", "Encounter"), "lún"),
    TermCode.SEGMENT: Headword(pgettext_lazy("glossary", "Segment"), "jié"),
    TermCode.CATCHER: Headword(pgettext_lazy("glossary", "Catcher"), "juàn"),
    TermCode.EXPOSING: Headword(pgettext_lazy("glossary", "Exposing"), "míng"),
    TermCode.FIRST_EXPOSURE: Headword(pgettext_lazy("glossary", "First exposure"), "shǒumíng"),
    TermCode.DISCARD: Headword(pgettext_lazy("glossary", "Discard"), "diànpái"),
    TermCode.VOID: Headword(pgettext_lazy("glossary", "Void"), "duànmén"),
    TermCode.HIGHEST: Headword(pgettext_lazy("glossary", "Holding the trick"), "dìng"),
    TermCode.DRAWING_OUT: Headword(pgettext_lazy("glossary", "Drawing out"), "diào"),
    TermCode.PRESSING: Headword(pgettext_lazy("glossary", "Pressing a suit"), "fàng"),
    TermCode.COLLECTING: Headword(pgettext_lazy("glossary", "Collecting"), "shōu"),
    TermCode.SELF_WON: Headword(pgettext_lazy("glossary", "Self-won"), "zìdé"),
    TermCode.LEADER: Headword(pgettext_lazy("glossary", "Leader"), "shǒuyǐn"),
    TermCode.DEALT_VOID: Headword(pgettext_lazy("glossary", "Dealt void"), "tiānjué"),
    TermCode.PIG_LIMIT: Headword(pgettext_lazy("glossary", "Pig's limit"), "dāngzhūfēn"),
    TermCode.WINNING_LIMIT: Headword(pgettext_lazy("glossary", "Winning limit"), "shènglìfēn"),
    TermCode.BEING_PIG: Headword(pgettext_lazy("glossary", "Being the pig"), "dāngzhū"),
    TermCode.PENALTY_POINTS: Headword(pgettext_lazy("glossary", "Points of penalty"), "fáfēn"),
    TermCode.PIG_CATCHERS: Headword(pgettext_lazy("glossary", "Pigpen"), "zhūjuàn"),
    TermCode.SHEEP_CATCHERS: Headword(pgettext_lazy("glossary", "Sheepfold"), "yángjuàn"),
    TermCode.TRANSFORMER_CATCHERS: Headword(
        pgettext_lazy("glossary", "Transformer's pen"), "biànyāqì juàn"
    ),
}

TERMS: wording.Words = {
    TermCode.SUITS: _("A deck has four suits of 13 cards: spades, hearts, clubs and diamonds."),
    TermCode.PIG: _(
        "The queen of spades. Whoever wins it loses points, 100 of them where nothing else is"
        " agreed."
    ),
    TermCode.PIG_CARDS: _("All the spades, because each of them may bring the pig out."),
    TermCode.RED_POINTS: _(
        "The hearts. Each of them is a scoring card, though the lowest may be worth nothing."
    ),
    TermCode.TRANSFORMER: _(
        "The ten of clubs. It multiplies the points of whoever wins it; with no other scoring"
        " card it counts points of its own. Also called doubler or turner."
    ),
    TermCode.TRANSFORMER_CARDS: _("All the clubs."),
    TermCode.SHEEP: _(
        "The jack of diamonds. Whoever wins it gains points, 100 of them where nothing else "
        "is agreed."
    ),
    TermCode.SHEEP_CARDS: _("All the diamonds."),
    TermCode.PIG_CHASE: _(
        "Leading a spade lower than the queen while the pig has not been seen, so that its "
        "holder may have to play it. The game is named for it."
    ),
    TermCode.SHARING_HEARTS: _(
        "Leading hearts, low ones as a rule, while many are still out, so that no seat gets "
        "them all."
    ),
    TermCode.ATTACKING_TRANSFORMER: _(
        "Leading a club lower than the ten while the transformer has not been seen."
    ),
    TermCode.LEADING_SHEEP: _(
        "Leading a diamond higher than the jack while the sheep has not been seen, to catch it."
    ),
    TermCode.GRAZING_SHEEP: _(
        "Leading a diamond lower than the jack while the sheep has not been seen."
    ),
    TermCode.ALL_HEARTS: _(
        "One seat wins every heart of the deal. The rules of the event say what that is worth."
    ),
    TermCode.SLAM: _(
        "One seat wins the pig, the sheep, the transformer and every heart: all scoring cards"
        " there are."
    ),
    TermCode.LEFT_OPPONENT: _(
        "The player to one's left, who plays before one where play goes to the right."
    ),
    TermCode.RIGHT_OPPONENT: _(
        "The player to one's right, who plays after one where play goes to the right."
    ),
    TermCode.OPPOSITE: _(
        "The player across the table: an opponent like the others, or one's partner where "
        "pairs play."
    ),
    TermCode.HAND: _(
        "The cards that one player is dealt in a deal, 13 where four play with one deck."
    ),
    TermCode.DEAL: _("Everything from the first card dealt to the last trick and its points."),
    TermCode.DECK: _(
        "All the cards that are dealt in one deal, 52 of them with one deck and four players."
    ),
    TermCode.DEAL_NUMBERED_ONE: _("The deal that bears the number 1, whenever it is played."),
    TermCode.DEAL_PLAYED_FIRST: _("The deal that a table plays first, whatever its number."),
    TermCode.SEATING: _(
        "Who sits in which direction. Where pairs play, one sits North and South, the other "
        "East and West."
    ),
    TermCode.TRICK: _(
        "One card from each seat in turn. Whoever wins it takes its cards and leads to the next."
    ),
    TermCode.GAME: _(
        "Deals whose points are added up until one side reaches a limit, plus or minus 1000 "
        "or 800 as a rule."
    ),
    TermCode.BOARD_SET: _("A fixed number of deals in a match of teams, 16 as a rule."),
    TermCode.ROUND: _(
        "One meeting of two sides in an event. It lasts one game, a fixed time or a fixed "
        "number of deals."
    ),
    TermCode.SEGMENT: _(
        "Part of a long encounter. Between two of them there is a rest, and seats or players "
        "may change."
    ),
    TermCode.CATCHER: _(
        "A card higher than a scoring card of its suit: played to the same trick, it can win "
        "that card. Literally a pen."
    ),
    TermCode.EXPOSING: _(
        "Showing the pig, the sheep, the transformer or the ace of hearts to everybody after "
        "the deal and before play, which doubles what it stands for."
    ),
    TermCode.FIRST_EXPOSURE: _(
        "Exposing one of these cards when it is the first card one was dealt, before the "
        "second comes. It counts four times."
    ),
    TermCode.DISCARD: _(
        "A card of another suit, played by whoever has none of the suit led. It cannot win "
        "the trick."
    ),
    TermCode.VOID: _("Having no card of a suit any more."),
    TermCode.HIGHEST: _(
        "Having played the highest card of the trick, and so leading to the next one."
    ),
    TermCode.DRAWING_OUT: _(
        "Leading low cards of one suit again and again until a certain card has to be played."
    ),
    TermCode.PRESSING: _("Leading one suit as often as one can."),
    TermCode.COLLECTING: _("Winning a card on purpose, with a catcher kept for it."),
    TermCode.SELF_WON: _(
        "Winning the pig, the sheep, the transformer or the ace of hearts that was dealt to "
        "oneself. Where it is played, that card counts double once more."
    ),
    TermCode.LEADER: _("The player who plays first to a trick."),
    TermCode.DEALT_VOID: _("Having no card of a suit before the first card is played."),
    TermCode.PIG_LIMIT: _("The total at which a player loses the game, minus 1000 as a rule."),
    TermCode.WINNING_LIMIT: _("The total at which a player wins the game, plus 1000 as a rule."),
    TermCode.BEING_PIG: _("Losing the game."),
    TermCode.PENALTY_POINTS: _(
        "Points added to the result of a player or a side for a breach of discipline; they "
        "are negative as a rule."
    ),
    TermCode.PIG_CATCHERS: _(
        "The king and the ace of spades, which catch the pig. Also called pigheads."
    ),
    TermCode.SHEEP_CATCHERS: _(
        "The queen, the king and the ace of diamonds, which catch the sheep. Also called "
        "sheep's heads."
    ),
    TermCode.TRANSFORMER_CATCHERS: _(
        "The jack, the queen, the king and the ace of clubs, which catch the transformer."
    ),
}

SOURCES = _(
    "T9 L212 and the like refer to the text and line in the collection of rules that has"
    " the term; the explanations are ours."
)
