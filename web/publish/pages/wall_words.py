"""The sentence at the foot of all walls of an event.

A wall's own words, such as that the places of a podium are provisional, are not here.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext

from tournaments import wording
from tournaments.results.snapshot import EventSnapshot
from web.publish import publications
from web.publish.pages import posted
from web.publish.pages.progress import round_states, state_words
from web.publish.publications import PublicationNeeds, Publications


def needs(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return what the sentence tells of publications: nothing of a club event, or during play."""
    if not snapshot.regulations.is_official:
        return PublicationNeeds()
    rounds = round_states(snapshot)
    return replace(publications.needs(snapshot), terms=bool(rounds) and not rounds[-1].is_open)


def sentence(snapshot: EventSnapshot, published: Publications) -> str:
    """Return the state of an event.

    In an official competition, between rounds and at the end, how its result was posted.
    """
    rounds = round_states(snapshot)
    current = rounds[-1] if rounds else None
    if snapshot.regulations.is_official and current and not current.is_open:
        told = wording.joined_sentences(posted.of_event(snapshot, published).sentences)
        return told or state_words(current)
    return state_words(current) if current else gettext("No round has been published yet.")
