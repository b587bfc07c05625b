"""The glossary of 升级: the name of each term, its pinyin, and its meaning.

A reader of English also sees the Chinese name with its pinyin; a reader of Chinese the English
name. The explanations are our own; the source only determines which terms there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.shengji.glossary import TermCode, TermPart
from tournaments import wording
from tournaments.wording.games import Headword

PARTS: wording.Words = {
    TermPart.CARDS: pgettext_lazy("glossary", "Cards and points"),
    TermPart.SEATS: pgettext_lazy("glossary", "The two sides"),
    TermPart.TRUMP: pgettext_lazy("glossary", "Trump and bidding"),
    TermPart.COMBINATIONS: pgettext_lazy("glossary", "Combinations"),
    TermPart.PLAY: pgettext_lazy("glossary", "The play"),
    TermPart.LEVELS: pgettext_lazy("glossary", "Levels and the game"),
}

HEADWORDS: Final[Mapping[str, Headword]] = {
    TermCode.SHENGJI: Headword(pgettext_lazy("glossary", "Going up"), "shēngjí"),
    TermCode.POINT_CARDS: Headword(pgettext_lazy("glossary", "Point cards"), "fēnpái"),
    TermCode.JOKERS: Headword(pgettext_lazy("glossary", "Jokers"), "wáng"),
    TermCode.LEVEL_CARD: Headword(pgettext_lazy("glossary", "Level cards"), "jípái"),
    TermCode.SIDE_CARDS: Headword(pgettext_lazy("glossary", "Side cards"), "fùpái"),
    TermCode.KITTY: Headword(pgettext_lazy("glossary", "The kitty"), "dǐpái"),
    TermCode.DEALER: Headword(pgettext_lazy("glossary", "The dealer"), "zhuāngjiā"),
    TermCode.PARTNER: Headword(pgettext_lazy("glossary", "The partner"), "duìjiā"),
    TermCode.DEALERS_SIDE: Headword(
        pgettext_lazy("glossary", "The dealer's side"), "zhuāngjiāfāng"
    ),
    TermCode.ATTACKERS: Headword(pgettext_lazy("glossary", "The attackers"), "zhuāfēnfāng"),
    TermCode.TRUMP: Headword(pgettext_lazy("glossary", "Trumps"), "zhǔpái"),
    TermCode.TRUMP_SUIT: Headword(pgettext_lazy("glossary", "The trump suit"), "zhǔhuāsè"),
    TermCode.NO_TRUMP: Headword(pgettext_lazy("glossary", "Without a trump suit"), "dǎ wúzhǔ"),
    TermCode.BIDDING: Headword(pgettext_lazy("glossary", "Bidding trump"), "liàngzhǔ"),
    TermCode.FIRST_COME: Headword(pgettext_lazy("glossary", "First come"), "qiǎngliàng"),
    TermCode.TURNING_UP: Headword(pgettext_lazy("glossary", "Turning trump up"), "fānzhǔ"),
    TermCode.SINGLE: Headword(pgettext_lazy("glossary", "Single card"), "dānzhāng"),
    TermCode.PAIR: Headword(pgettext_lazy("glossary", "Pair of equal cards"), "duì"),
    TermCode.TRIPLE: Headword(pgettext_lazy("glossary", "Triple of equal cards"), "sāntóngzhāng"),
    TermCode.TRACTOR: Headword(pgettext_lazy("glossary", "Tractor"), "tuōlājī"),
    TermCode.TITANIC: Headword(pgettext_lazy("glossary", "Titanic"), "tàitǎnníkè"),
    TermCode.THROW: Headword(pgettext_lazy("glossary", "Throw"), "shuǎipái"),
    TermCode.FAILED_THROW: Headword(
        pgettext_lazy("glossary", "Throw that fails"), "shuǎipái shībài"
    ),
    TermCode.TRICK: Headword(pgettext_lazy("glossary", "One trick"), "quān"),
    TermCode.LEADER: Headword(pgettext_lazy("glossary", "Who leads"), "shǒujiā"),
    TermCode.FOLLOWING: Headword(pgettext_lazy("glossary", "Following"), "gēnpái"),
    TermCode.RUFF: Headword(pgettext_lazy("glossary", "Ruff"), "bì"),
    TermCode.OVER_RUFF: Headword(pgettext_lazy("glossary", "Over-ruff"), "gàibì"),
    TermCode.DISCARD: Headword(pgettext_lazy("glossary", "Throwing off"), "diànpái"),
    TermCode.BURYING: Headword(pgettext_lazy("glossary", "Burying the kitty"), "máidǐ"),
    TermCode.WINNING_THE_KITTY: Headword(pgettext_lazy("glossary", "Winning the kitty"), "kòudǐ"),
    TermCode.LEVEL: Headword(pgettext_lazy("glossary", "A level"), "jí"),
    TermCode.LEVELS_GAINED: Headword(pgettext_lazy("glossary", "Levels of a deal"), "shēngjí shù"),
    TermCode.SHUT_OUT: Headword(pgettext_lazy("glossary", "Shut-out"), "dàguāng"),
    TermCode.SMALL_SHUT_OUT: Headword(pgettext_lazy("glossary", "Small shut-out"), "xiǎoguāng"),
    TermCode.TAKING_THE_DEAL: Headword(pgettext_lazy("glossary", "Taking the deal"), "shàngtái"),
    TermCode.LOSING_THE_DEAL: Headword(pgettext_lazy("glossary", "Losing the deal"), "xiàtái"),
    TermCode.MUST_PLAY: Headword(pgettext_lazy("glossary", "Level that must be played"), "bìdǎjí"),
    TermCode.GAME: Headword(pgettext_lazy("glossary", "The game from 2 past A"), "jú"),
    TermCode.LEVEL_DIFFERENCE: Headword(pgettext_lazy("glossary", "Level difference"), "jíchā"),
}

TERMS: wording.Words = {
    TermCode.SHENGJI: _(
        "The game: two against two, with one, two or three decks. It is named for what it is "
        "about, climbing from level to level, and also known as 40 or 80 points, tractor or, "
        "with two decks, double."
    ),
    TermCode.POINT_CARDS: _(
        "The fives, worth 5 points each, and the tens and kings, worth 10: 100 points a deck."
    ),
    TermCode.JOKERS: _("The big and the small joker, the two highest trumps in every deal."),
    TermCode.LEVEL_CARD: _(
        "The cards of the rank that the deal is played at. All of them are trumps, the one of the "
        "trump suit above the others."
    ),
    TermCode.SIDE_CARDS: _("Every card that is no trump."),
    TermCode.KITTY: _(
        "The cards left after the deal, 6 with one or three decks and 8 with two. The dealer takes "
        "them and buries as many."
    ),
    TermCode.DEALER: _(
        "The player who takes the kitty, buries as many cards and leads to the first trick. In the "
        "first deal that is who makes trump; later it follows from the points."
    ),
    TermCode.PARTNER: _("The player across the table. The two win, lose and climb together."),
    TermCode.DEALERS_SIDE: _(
        "The dealer and the partner. They defend: the fewer points the others take, the better."
    ),
    TermCode.ATTACKERS: _(
        "The side against the dealer's. Their points decide who goes up how many levels and who "
        "deals next."
    ),
    TermCode.TRUMP: _(
        "Both jokers, all level cards and all cards of the trump suit. They count as one suit, "
        "which beats every other."
    ),
    TermCode.TRUMP_SUIT: _("The suit that the bidding has made trump for this deal."),
    TermCode.NO_TRUMP: _(
        "A deal in which no suit is trump, only the jokers and the level cards; these are equal."
    ),
    TermCode.BIDDING: _(
        "Showing cards of the level to make their suit trump, or equal jokers to play without a "
        "trump suit."
    ),
    TermCode.FIRST_COME: _(
        "Bidding during the deal: whoever bids first holds trump until somebody bids higher."
    ),
    TermCode.TURNING_UP: _(
        "Bidding with one deck, after the deal: the level card that is shown last makes trump."
    ),
    TermCode.SINGLE: _("A card led alone, or one that belongs to no larger combination."),
    TermCode.PAIR: _("Two cards of the same rank and suit; there are none with one deck."),
    TermCode.TRIPLE: _("Three cards of the same rank and suit; only with three decks."),
    TermCode.TRACTOR: _(
        "Two or more pairs of one suit that follow one another, as 33 44. The rank of the level is "
        "left out of the suits, so that at level 5 also 44 66 is one."
    ),
    TermCode.TITANIC: _("Two or more triples of one suit that follow one another, as 333 444."),
    TermCode.THROW: _(
        "Leading several combinations of one suit at once. None of them may be beatable by another "
        "player with cards of that suit."
    ),
    TermCode.FAILED_THROW: _(
        "A throw of which somebody can beat a part. Only that part is played, the rest goes back, "
        "and in some clubs it costs points."
    ),
    TermCode.TRICK: _(
        "One play from each seat in turn, all of as many cards as were led. The winner takes the "
        "points in it and leads to the next."
    ),
    TermCode.LEADER: _(
        "The player who plays first to a trick: at first the dealer, then whoever won the last one."
    ),
    TermCode.FOLLOWING: _(
        "Playing after the lead: as many cards, of the suit that was led, and where the hand has "
        "them the same combinations."
    ),
    TermCode.RUFF: _(
        "Beating a lead of a side suit with trumps when one has no card of it. The trumps have to "
        "make the combinations that were led."
    ),
    TermCode.OVER_RUFF: _("Beating a ruff with a higher one."),
    TermCode.DISCARD: _(
        "Playing cards that can neither follow nor win, when one has none of the suit led."
    ),
    TermCode.BURYING: _(
        "Laying as many cards face down as the kitty had. Points in them are safe only as long as "
        "the attackers do not win the last trick."
    ),
    TermCode.WINNING_THE_KITTY: _(
        "The attackers win the last trick, and the points of the kitty are theirs, multiplied by "
        "what they win it with."
    ),
    TermCode.LEVEL: _(
        "The rank that a side has reached, from 2 up to A. A deal is played at the level of"
        " the dealer's side."
    ),
    TermCode.LEVELS_GAINED: _("By how many levels a side goes up after a deal."),
    TermCode.SHUT_OUT: _("The attackers take no point at all."),
    TermCode.SMALL_SHUT_OUT: _(
        "The attackers take some points, but fewer than half of what they need to take the deal."
    ),
    TermCode.TAKING_THE_DEAL: _(
        "The attackers have the points that they need, and one of them is the next dealer."
    ),
    TermCode.LOSING_THE_DEAL: _("The dealer's side has to hand the deal over."),
    TermCode.MUST_PLAY: _(
        "A level that no side may skip: a side stops there until it wins a deal at it as"
        " the dealer's side."
    ),
    TermCode.GAME: _(
        "Deals are played until a side has passed A, or until the agreed level, number of"
        " deals or time is reached."
    ),
    TermCode.LEVEL_DIFFERENCE: _(
        "By how many levels one side is ahead of the other at the end of a match. Victory"
        " points are computed from it."
    ),
}

SOURCES = _(
    "L26 and the like refer to the line of the Lianzhong rules that has the term or"
    " describes it; a term without a line is one that clubs use. The explanations are ours."
)
