"""The sentences that explain the ranks of an event: what is summed up, and who stands before whom.

Pages and documents take them from here; the columns beside them are in `measures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy

from tournaments.models import Event, Stage
from tournaments.results.event_record import StandingsRow
from tournaments.standings.match_scores import SCALES, ByDifference, ByVictoryPoints, Order
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.tie_breaks import USUAL
from tournaments.structure import match_parts
from tournaments.structure.stages import has_two_winners, is_knockout, three_may_meet
from tournaments.wording import compared, unsigned
from tournaments.wording.standings import tie_breaks_text
from web.publish import rank_columns, unplayed_words

_CAPPED: Final = gettext_lazy(
    "Victory points rank. Each side of a match has %(base)s, and by how much one is ahead, "
    "%(most)s at the most, is added to its points and taken from those of the other. A match won "
    "without play counts %(unplayed)s."
)
_UNCAPPED: Final = gettext_lazy(
    "Victory points rank. Each side of a match has %(base)s, and by how much one is ahead is added "
    "to its points and taken from those of the other. A match won without play counts %(unplayed)s."
)
_BY_BOARDS: Final = gettext_lazy(
    "Victory points rank, from 20 to 0 by how much a side of a match is ahead over its boards, 10 "
    "for each of a draw. A match won without play counts %(unplayed)s."
)
_BY_OUTCOME: Final = gettext_lazy(
    "Match points rank: a match won counts %(win)s, drawn %(draw)s, lost %(loss)s. A match won "
    "without play counts %(unplayed)s."
)


def sentences(event: Event, stages: Sequence[Stage]) -> Iterator[str]:
    """Yield sentences that explain the ranks of an event with these stages."""
    order, words = Order(event.ranking), compared.words_of_event(event)
    yield from (str(words.says) for _ in range(bool(words.says)))
    if order.by_match:
        yield from _game_sentences(event)
        yield _scale_sentence(order)
        yield gettext("Penalties given outside of a match are taken from this sum.")
    elif order is Order.TABLE_POINTS:
        text = gettext(
            "Table points rank first: %(scale)s for the places at a table, shared between equals; "
            "then the base points."
        )
        yield text % {"scale": rank_columns.scale(event)}
    elif words.says:
        yield gettext("Their sum ranks, with penalties in it; equals share a place.")
    else:
        yield gettext("The base points rank; equals share a place.")
    if not (order.by_match or words.says):
        yield gettext("Base points are points and penalties together.")
    if three_may_meet(event):
        yield gettext(
            "Of an odd number of teams three meet in half matches, each with each: a half match "
            "counts half of a match of so many boards, and what its boards came to counts whole."
        )
    if has_two_winners(event):
        yield gettext("North-south and east-west rank apart, each with a winner of its own.")
    yield from _tie_break_sentences(event, order)
    yield from unplayed_words.event_sentences(event)
    yield from _stage_sentences(stages)


def withdrawal_sentence(rows: Iterable[StandingsRow]) -> str:
    """Return the sentence about the places of withdrawn entries; empty if none is listed."""
    if not any(row.rank.withdrawn for row in rows):
        return ""
    return gettext(
        "Who withdrew without an accepted reason has no place; with one, who withdrew stands after "
        "all who stayed, unless half of the matches of a round robin or a movement were played, or "
        "a place in a knockout or a later stage was reached."
    )


def _scale_sentence(order: Order) -> str:
    scale = SCALES[order]
    unplayed = unsigned(scale.unplayed)
    if isinstance(scale.score, ByVictoryPoints):
        return _BY_BOARDS % {"unplayed": unplayed}
    if isinstance(scale.score, ByDifference):
        values = {
            "base": scale.score.base,
            "most": scale.score.most,
            "unplayed": unplayed,
        }
        return (_CAPPED if scale.score.most else _UNCAPPED) % values
    return _BY_OUTCOME % {
        "win": unsigned(scale.score.win),
        "draw": unsigned(scale.score.draw),
        "loss": unsigned(scale.score.loss),
        "unplayed": unplayed,
    }


def _game_sentences(event: Event) -> Iterator[str]:
    """Yield how a match is scored where it has a game (局) in each room of each segment."""
    if not match_parts.of_several_games(event):
        return
    if match_parts.counts_games_won(event):
        yield gettext(
            "A match has a game in every room of every segment, and comes to the games won: points "
            "of different games are not added, as each stops at its limit. A game in which both "
            "sides stand equal is half a game for each. Penalties at a table count in its game."
        )
    else:
        yield gettext(
            "A match has a game in every room of every segment. The levels that a side climbs in "
            "all of them are added up."
        )


def _tie_break_sentences(event: Event, order: Order) -> Iterator[str]:
    tie_breaks = [TieBreak(name) for name in event.tie_breaks] or list(USUAL[order])
    if order is Order.TABLE_POINTS and tie_breaks == [TieBreak.TOTAL]:
        return
    if tie_breaks:
        text = gettext("What decides between equals, in this order: %(names)s.")
        yield text % {"names": tie_breaks_text(tie_breaks)}
        if tie_breaks[-1] is not TieBreak.LOT:
            yield gettext("Who is equal by all of these shares a place.")


def _stage_sentences(stages: Sequence[Stage]) -> Iterator[str]:
    """Yield how knockouts rank, and events of several stages as a whole."""
    if any(map(is_knockout, stages)):
        yield gettext("In a knockout the place is how far one came, whatever these sums are.")
    if len(stages) > 1:
        yield gettext("Whoever was in a later stage stands before all who stayed behind.")
    if any(stage.groups_wanted > 1 for stage in stages):
        yield gettext(
            "Over several groups the first of each stand before the second of each, and so on; "
            "between them the average of a round decides."
        )
