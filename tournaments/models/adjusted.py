"""Fouled boards: the tables that played them with other cards, as a referee found."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.base import AppendOnlyRow
from tournaments.models.play import Deal


class BoardLayout(AppendOnlyRow):
    """牌型组: the cards with which a table played a board, 1 for those as dealt.

    Results are compared within a layout. The last row of a deal counts; a deal without one was
    played as dealt.
    """

    of_tournament = "deal__event__tournament"

    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="layouts")
    layout = models.PositiveSmallIntegerField()
    reason = models.TextField()
    origin_uid = models.CharField(max_length=32)
    origin_label = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="board_layout_from_one", condition=Q(layout__gte=1, layout__lte=9)
            ),
            models.CheckConstraint(name="board_layout_has_reason", condition=~Q(reason="")),
        ]
