"""Filters that every template has without loading them: signed numbers, seats, deals, names, lists,
and sentences written over several lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Final

from django import template
from django.template.base import Node, NodeList, Parser, TextNode, Token
from django.template.context import Context
from django.utils import timezone
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from clubs.wording.season_table import points_text
from tournaments import wording
from tournaments.base import separators
from tournaments.entries.name_signs import MIDDLE_DOT
from tournaments.models import Deal, DealNumber
from tournaments.standings.ranking import Rank
from tournaments.wording import values
from tournaments.wording.stages import lot_text, prize_text
from tournaments.wording.values import MINUS, Number, signed, unsigned
from web.publish.rank_columns import RankColumn

register = template.Library()

JOINER: Final = "\u2060"
"""No line is broken where it stands."""

LONG_WAIT: Final = timedelta(minutes=10)
"""What waits longer at a table in play is marked."""

_SUITS: Final = {"♥": "card-heart", "♦": "card-diamond", "♣": "card-club"}

_MARKS: Final = re.compile(r"(<(?=[a-zA-Z])|>|\s*\n\s*)")
"""The begin and the end of an element's tag, and what may stand between two lines."""


@register.filter
def facts(text: str) -> str:
    """`{{ place|facts }}`: facts on a line that may break; the dot begins the next one."""
    return text.replace(separators.FACTS, " ·\u00a0")


@register.filter
def suit_colours(text: str) -> SafeString:
    """`{{ facts|suit_colours }}`: text of officials in which the suits have their colours."""
    shown = str(conditional_escape(text))
    for sign, kind in _SUITS.items():
        shown = shown.replace(sign, f'<span class="{kind}">{sign}</span>')
    return SafeString(shown)


class InlineNode(Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        return self.nodelist.render(context)


@register.tag
def inline(parser: Parser, _token: Token) -> InlineNode:
    """`{% inline %}…{% endinline %}` leaves out line breaks with the blanks around them.

    A blank between words and elements of a sentence would be visible. One blank stays between the
    attributes of an element. Included templates, values and translations keep theirs. This happens
    once, when a template is loaded.
    """
    nodelist = parser.parse(("endinline",))
    parser.delete_first_token()
    texts = nodelist.get_nodes_by_type(TextNode)
    _join_lines(text for text in texts if isinstance(text, TextNode))
    return InlineNode(nodelist)


def _join_lines(texts: Iterable[TextNode]) -> None:
    is_in_tag = False
    for text in texts:
        kept = []
        for piece in _MARKS.split(text.s):
            if piece in ("<", ">"):
                is_in_tag = piece == "<"
            if "\n" not in piece:
                kept.append(piece)
            elif is_in_tag:
                kept.append(" ")
        text.s = "".join(kept)


# `{{ total|signed }}`: +100, −40, 0. `{{ place|unsigned }}`: a value that is no gain or loss, so
# without a plus.
register.filter("signed", signed)
register.filter("unsigned", unsigned)
# `{{ prize|prize:unit }}`: 75元、茶叶一盒. `{{ prize|prize_lot }}`: how several are given one.
register.filter("prize", prize_text)
register.filter("prize_lot", lot_text)
# `{{ total|season_points:season }}`: 18.5 club points, or those of an association.
register.filter("season_points", points_text)


@register.filter
def points(value: Number) -> SafeString:
    """`{{ total|points }}`: the signed number in an element that a live page can mark."""
    kind = "points points-zero" if Fraction(value) == 0 else "points"
    return format_html('<span class="{}">{}</span>', kind, signed(value))


@register.filter
def measured(rank: Rank, measure: RankColumn) -> str | SafeString:
    """`{{ rank|measured:measure }}`: the cell of a column, with the mark of a gain or a loss."""
    value = measure.value(rank)
    if measure.say is signed and value is not None and not isinstance(value, str):
        return points(value)
    return measure.text_of(rank)


@register.filter
def formula(text: str) -> str:
    """`{{ derivation|formula }}`: a sum of numbers and signs, its minus as wide as the plus."""
    return text.replace("-", MINUS)


@register.filter
def seat(label: str) -> str:
    """`{{ "N"|seat }}`: 北 or N; numbered seats, which have no compass, stay numbers."""
    return wording.seat_short(label)


@register.filter
def seat_name(label: str) -> str:
    """`{{ "N"|seat_name }}`: 北 or North, for sentences and for screen readers."""
    return wording.seat_name(label)


@register.filter
def seat_class(label: str) -> str:
    """`{{ "N"|seat_class }}`: the class that places the seat on the compass."""
    return f"seat-{label.lower()}"


# `{{ board.board_no|board_title }}`: Board 5, of a board that no table plays here.
register.filter("board_title", values.board_title)


def _number_of(deal: Deal | DealNumber) -> DealNumber:
    return deal if isinstance(deal, DealNumber) else deal.number


@register.filter
def deal_text(deal: Deal | DealNumber) -> str:
    """`{{ deal|deal_text }}`: board 5 (no. 1 of the round), within a sentence."""
    return values.deal_text(_number_of(deal))


@register.filter
def deal_title(deal: Deal | DealNumber) -> str:
    """`{{ deal|deal_title }}`: Board 5 (no. 1 of the round), as a heading."""
    return values.deal_title(_number_of(deal))


@register.filter
def deal_short(deal: Deal | DealNumber) -> str:
    """`{{ deal|deal_short }}`: Board 5, where the table and its other deals are in sight."""
    return values.short_title(_number_of(deal))


@register.filter
def deals_text(numbers: Sequence[DealNumber]) -> str:
    """`{{ tile.open_deals|deals_text }}`: boards 5, 7."""
    return values.deals_text(numbers)


@register.filter
def names(players: Iterable[str]) -> str:
    """`{{ players|names }}`: the names of those who play as one."""
    return separators.join_names(players)


@register.filter
def persons(name: str, mark: str = "") -> SafeString:
    """`{{ "Ann Lee／Bob Wu"|persons }}`: a narrow line breaks between names, not inside one.

    No line begins with the slash, or with the dot inside a name: a word joiner stands before them.
    The slash is of the class `mark`, if there is one.

    >>> print(persons("Ann Lee／Bob Wu"))
    <span class="person">Ann Lee⁠／</span><span class="person">Bob Wu</span>
    >>> print(persons("Ann <Lee>"))
    <span class="person">Ann &lt;Lee&gt;</span>
    """
    *first, last = name.replace(MIDDLE_DOT, JOINER + MIDDLE_DOT).split(separators.NAMES)
    slash = f"{JOINER}{separators.NAMES}"
    if mark:
        slash = format_html('<span class="{}">{}</span>', mark, slash)
    whole = [*((part, slash) for part in first), (last, "")]
    return format_html_join("", '<span class="person">{}{}</span>', whole)


@register.filter
def persons_apart(name: str) -> SafeString:
    """`{{ "Ann Lee／Bob Wu"|persons_apart }}`: each on a line; the slash is heard and copied.

    >>> str(persons_apart("Ann／Bob")).count('<span class="person">')
    2
    """
    listed = name.replace(MIDDLE_DOT, JOINER + MIDDLE_DOT).split(separators.NAMES)
    slash = format_html('<span class="visually-hidden">{}</span>', separators.NAMES)
    return format_html_join(slash, '<span class="person">{}</span>', ((part,) for part in listed))


# `{{ reasons|clauses }}`: one; two. `{{ texts|sentences }}`: One. Two.
register.filter("clauses", wording.joined_clauses)
register.filter("sentences", wording.joined_sentences)
# `{{ tables|runs }}`: 1–3, 7.
register.filter("runs", wording.runs)


@register.simple_tag
def gap() -> str:
    """`{% gap %}` between two sentences: a space, or nothing in Chinese."""
    return pgettext("two sentences", "%(first)s %(second)s") % {"first": "", "second": ""}


@register.filter
def listed(values: Iterable[object]) -> str:
    """`{{ tables|listed }}`: 1, 2."""
    return wording.listed(map(str, values))


@register.filter
def waited(since: datetime) -> str:
    """`{{ sheet.created_at|waited }}`: 13 min, 6 h or 3 d, for what has waited since then."""
    minutes = max(0, int((timezone.now() - since).total_seconds()) // 60)
    if minutes < 60:
        return gettext("%(minutes)s min") % {"minutes": minutes}
    if minutes < 48 * 60:
        return gettext("%(hours)s h") % {"hours": minutes // 60}
    return gettext("%(days)s d") % {"days": minutes // (24 * 60)}


@register.filter
def waits_long(since: datetime) -> bool:
    """`{% if sheet.created_at|waits_long %}`: whether that is longer than a table should wait."""
    return timezone.now() - since > LONG_WAIT
