"""Filters that word a deal: by the number of its board, and by the order of play."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from tournaments.models import Deal, DealNumber
from tournaments.wording import deals

register = template.Library()

# `{{ board.board_no|board_title }}`: Board 5, of a board that no table plays here.
register.filter("board_title", deals.board_title)


def _number_of(deal: Deal | DealNumber) -> DealNumber:
    return deal if isinstance(deal, DealNumber) else deal.number


@register.filter
def deal_text(deal: Deal | DealNumber) -> str:
    """`{{ deal|deal_text }}`: board 5 (no. 1 of the round), within a sentence."""
    return deals.deal_text(_number_of(deal))


@register.filter
def deal_title(deal: Deal | DealNumber) -> str:
    """`{{ deal|deal_title }}`: Board 5 (no. 1 of the round), as a heading."""
    return deals.deal_title(_number_of(deal))


@register.filter
def deal_short(deal: Deal | DealNumber) -> str:
    """`{{ deal|deal_short }}`: Board 5, where the table and the other deals stand beside it."""
    return deals.short_title(_number_of(deal))


@register.filter
def deals_text(numbers: Sequence[DealNumber]) -> str:
    """`{{ tile.open_deals|deals_text }}`: boards 5, 7."""
    return deals.deals_text(numbers)
