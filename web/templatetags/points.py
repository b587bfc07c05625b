"""Filters for points with their sign: a plus, or a minus as wide as the plus."""

from __future__ import annotations

from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.wording.season_table import points_text
from tournaments.wording.numbers import MINUS, Number, signed, unsigned
from tournaments.wording.stages import lot_text, prize_text

__all__ = ["points", "signed", "unsigned"]

register = template.Library()

# `{{ total|signed }}`: +100, −40, 0. `{{ place|unsigned }}`: no gain or loss, so without a plus.
register.filter("signed", signed)
register.filter("unsigned", unsigned)
# `{{ prize|prize:unit }}`: 75元、茶叶一盒. `{{ prize|prize_lot }}`: how several are given one.
register.filter("prize", prize_text)
register.filter("prize_lot", lot_text)
# `{{ total|season_points:season }}`: 18.5 club points, or those of an association.
register.filter("season_points", points_text)


@register.filter
def points(value: Number) -> SafeString:
    """`{{ total|points }}`: the signed number, an element that a live page can mark."""
    kind = "points points-zero" if Fraction(value) == 0 else "points"
    return format_html('<span class="{}">{}</span>', kind, signed(value))


@register.filter
def formula(text: str) -> str:
    """`{{ derivation|formula }}`: a sum of numbers and signs, its minus as wide as the plus."""
    return text.replace("-", MINUS)
