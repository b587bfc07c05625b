"""Wires the parts of the program together when it starts.

Each module names its contribution in a constant; this module passes it on, in a fixed order. The
hooks are listed in `docs/architecture.md`.
"""

from __future__ import annotations

from typing import Final

from django.apps import apps
from django.db import models
from django.db.models.signals import post_migrate
from django.urls import register_converter

from clubs import seasons
from clubs.credentials import club_accounts
from clubs.credentials.club_accounts import HeldByOfficial
from clubs.messages.verbs import Verb as MessageVerb
from clubs.ratings import ordering
from clubs.registration import waiting
from clubs.registration.verbs import Verb as RegistrationVerb
from config.backups import daily
from config.simulation import demo
from config.storage import mark_writing
from referee.base.verbs import Verb as RefereeVerb
from referee.leases import leases
from tournaments import official, wording
from tournaments.entries import free_places
from tournaments.jobs import registry
from tournaments.official import job as official_job
from tournaments.persons import keys, marks
from tournaments.progress import open_questions as asked_questions
from tournaments.progress import table_notes as noted_tables
from tournaments.record import audit, club_log, guards
from tournaments.wording import (
    games,
    gongzhu,
    problems,
    shengji,
)
from web import converters
from web.publish import documents, exports, printed
from web.publish.messages import deeds
from web.publish.messages import job as messages_job
from web.publish.mirror import job as mirror_job
from web.publish.rulings import open_questions, table_notes
from web.publish.rulings import wording as referee_words

VERBS: Final[tuple[type[models.TextChoices], ...]] = (
    RefereeVerb,
    audit.Verb,
    RegistrationVerb,
    MessageVerb,
)
LEXICONS: Final = (
    referee_words.LEXICON,
    problems.LEXICON,
    gongzhu.LEXICON,
    shengji.LEXICON,
)
VOCABULARIES: Final = {gongzhu.GAME: gongzhu.NAMES, shengji.GAME: shengji.NAMES}
DOCUMENTS: Final = (*printed.KINDS, *exports.KINDS)
JOBS: Final = (
    daily.JOBS,
    demo.JOBS,
    ordering.JOBS,
    official_job.JOBS,
    marks.JOBS,
    messages_job.JOBS,
    mirror_job.JOBS,
)
NOTES: Final = (table_notes.NOTES,)
QUESTIONS: Final = (open_questions.QUESTIONS,)
FILLERS: Final = waiting.FILLERS
CONVERTERS: Final = converters.CONVERTERS
HELD: Final = (HeldByOfficial(leases.tournaments_with, leases.end_leases_of),)
"""Grants by an official that end with the role."""
FOLLOWERS: Final = (
    audit.Follower(official.follow, finals=True),
    audit.Follower(seasons.follow, column="in_season"),
    audit.Follower(ordering.follow_tournament, verbs=ordering.OF_STATES, column="is_rated"),
    # It reads what the first one has posted.
    deeds.FOLLOWER,
)
"""Functions that add the consequences of changes of a tournament, in this order."""


def wire() -> None:
    """Register everything; called once, when all models are loaded."""
    _connect()
    _register_words()
    _register_for_the_record()
    _register_jobs()
    _register_for_pages()
    _register_for_the_desk()


def _connect() -> None:
    """Connect signals; a migrated database gets its guards, and is prepared at the next start."""
    # It is sent once for every app with models.
    any_app = apps.get_app_config("tournaments")
    post_migrate.connect(mark_writing.after_migrate, sender=any_app, dispatch_uid="config.marking")
    daily.follow_publications()
    post_migrate.connect(guards.after_migrate, dispatch_uid="tournaments.record.guards")
    post_migrate.connect(
        keys.after_migrate, sender=any_app, dispatch_uid="tournaments.persons.keys"
    )


def _register_words() -> None:
    for lexicon in LEXICONS:
        wording.register_lexicon(lexicon)
    for game, names in VOCABULARIES.items():
        games.register(game, names)


def _register_for_the_record() -> None:
    """Register the verbs of changes, and what follows a change within it."""
    for verbs in VERBS:
        audit.register(verbs)
    for follower in FOLLOWERS:
        audit.follow(follower)
    club_log.follow(ordering.follow_club)
    for filler in FILLERS:
        free_places.register(filler)
    for held in HELD:
        club_accounts.register(held)


def _register_jobs() -> None:
    for handlers in JOBS:
        for kind, handler in handlers.items():
            registry.register(kind, handler)
    for document in DOCUMENTS:
        documents.register(document)


def _register_for_pages() -> None:
    """Register the parts of addresses, and what pages show of packages above them."""
    for name, converter in CONVERTERS.items():
        register_converter(converter, name)


def _register_for_the_desk() -> None:
    """Register what the desk shows and asks of packages above it."""
    for note in NOTES:
        noted_tables.register(note)
    for question in QUESTIONS:
        asked_questions.register(question)
