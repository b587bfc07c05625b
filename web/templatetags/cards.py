"""Renders cards: a tile with suit, rank and name, or a hand as text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from tournaments.wording import games

register = template.Library()

# Without the variation selector some phones draw the hearts as little pictures.
_TEXT = "\ufe0e"
_SUITS = {
    "S": ("card-spade", "♠" + _TEXT),
    "H": ("card-heart", "♥" + _TEXT),
    "D": ("card-diamond", "♦" + _TEXT),
    "C": ("card-club", "♣" + _TEXT),
}
_JOKERS = {"RJ": "card-joker-red", "BJ": "card-joker-black"}


def _joker_name(code: str) -> str:
    return pgettext("card", "Big joker") if code == "RJ" else pgettext("card", "Small joker")


@register.simple_tag
def card(code: str, name: str = "") -> SafeString:
    """`{% card "SQ" name %}`: the tile of a card; its name is passed in because it depends on the
    game.
    """
    named = format_html('<span class="card-name">{}</span>', name) if name else ""
    if code in _JOKERS:
        # A joker shows its name instead of suit and rank.
        named, kind = "", _JOKERS[code]
        face = format_html('<span class="card-rank">{}</span>', _joker_name(code))
    else:
        kind, suit = _SUITS[code[:1]]
        face = format_html(
            '<span class="card-suit">{}</span><span class="card-rank">{}</span>', suit, code[1:]
        )
    return format_html('<span class="card {}" data-card="{}">{}{}</span>', kind, code, face, named)


@register.filter
def card_of(code: str, game: str) -> SafeString:
    """`{{ code|card_of:event.game }}`: the tile with the name that the card has in this game."""
    return card(code, games.card_name(game, code))


@register.filter
def suit_sign(suit: str) -> SafeString:
    """`{{ "H"|suit_sign }}`: the sign of a suit in its colour."""
    kind, sign = _SUITS[suit]
    return format_html('<span class="{}"><span class="card-suit">{}</span></span>', kind, sign)


@register.filter
def suit_card(suit: str) -> SafeString:
    """`{{ "H"|suit_card }}`: a card with the sign of a suit alone."""
    kind, sign = _SUITS[suit]
    return format_html('<span class="card {}"><span class="card-suit">{}</span></span>', kind, sign)


@register.filter
def suits(codes: Sequence[str]) -> list[tuple[str, ...]]:
    """`{% for suit in hand|suits %}`: the cards of a hand by suits, jokers together."""
    return [tuple(held) for _, held in groupby(codes, lambda code: code in _JOKERS or code[:1])]


@register.filter
def in_suits(codes: Sequence[str]) -> SafeString:
    """`{{ hand|in_suits }}`: a hand as text, each suit named once, in the hand's order."""
    groups = [tuple(held) for _, held in groupby(codes, lambda code: code[:1])]
    return format_html_join(" ", '<span class="nowrap {}">{}{}</span>', map(_suit_group, groups))


def _suit_group(held: Sequence[str]) -> tuple[str, SafeString | str, str]:
    """Return the CSS class, the sign and the ranks of cards of one suit, or of equal jokers."""
    if held[0] in _JOKERS:
        return _JOKERS[held[0]], "", " ".join(map(_joker_name, held))
    kind, sign = _SUITS[held[0][:1]]
    ranks = " ".join(code[1:] for code in held)
    return kind, format_html('<span class="card-suit">{}</span> ', sign), ranks
