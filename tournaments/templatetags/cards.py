"""Draws a card's code as a small tile: suit, large rank, and a name where the caller has one."""

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


def _joker(code: str) -> str:
    return pgettext("card", "Big joker") if code == "RJ" else pgettext("card", "Small joker")


@register.simple_tag
def card(code: str, name: str = "") -> SafeString:
    """`{% card "SQ" name %}`; the name comes from wording, because what a card is called is a
    matter of the game that is played."""
    named = format_html('<span class="card-name">{}</span>', name) if name else ""
    if code in ("BJ", "RJ"):
        kind = "card-joker-red" if code == "RJ" else "card-joker-black"
        face = format_html('<span class="card-rank">{}</span>', _joker(code))
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
def in_suits(codes: Sequence[str]) -> SafeString:
    """`{{ hand|in_suits }}`: a hand as text, each suit named once, in the order that it has."""
    suits = ((*_SUITS[suit], list(held)) for suit, held in groupby(codes, lambda code: code[:1]))
    return format_html_join(
        " ",
        '<span class="nowrap {}"><span class="card-suit">{}</span> {}</span>',
        ((kind, sign, " ".join(code[1:] for code in held)) for kind, sign, held in suits),
    )
