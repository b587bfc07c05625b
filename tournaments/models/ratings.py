"""Ratings: runs of the model over the finished events of a club, and every step of a person."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.base import AppendOnlyRow
from tournaments.models.clubs import Club
from tournaments.models.people import Person
from tournaments.models.structure import Event


class RatingRun(AppendOnlyRow):
    """A run of the model over the events of a club in one game, from position `start` on.

    It retires the steps of earlier runs from that position on. `parameters` are those of the model;
    `digest` covers the run's events and steps, so that the log of the club proves them.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rating_runs")
    game = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    model = models.CharField(max_length=40)
    version = models.CharField(max_length=40)
    parameters = models.JSONField()
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="rating_run_number_once", fields=["club", "game", "number"]
            ),
        ]


class RatedEvent(AppendOnlyRow):
    """An event in a run, at its position among the events of the club in that game, from 0.

    `source` is the digest of the input of the steps: the event, its revision, and the person under
    whom each player was rated. It is logged with its run in the log of the club, not in that of a
    tournament.
    """

    run = models.ForeignKey(RatingRun, on_delete=models.PROTECT, related_name="rated")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rated")
    position = models.PositiveIntegerField()
    source = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="rated_position_once", fields=["run", "position"]),
        ]


class RatingStep(AppendOnlyRow):
    """The effect of an event on the rating of a person: before and after, and the games played.

    Mean and deviation are integers, in ten-thousandths of the model's unit.
    """

    rated = models.ForeignKey(RatedEvent, on_delete=models.PROTECT, related_name="steps")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="rating_steps")
    mean_before = models.IntegerField()
    deviation_before = models.PositiveIntegerField()
    mean_after = models.IntegerField()
    deviation_after = models.PositiveIntegerField()
    games = models.PositiveIntegerField(help_text="the games of this event")
    games_after = models.PositiveIntegerField(help_text="all games with this event")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="rating_step_once", fields=["rated", "person"]),
            models.CheckConstraint(name="rating_step_of_games", condition=Q(games__gte=1)),
        ]
