"""Tags for the pages that the stages of an event have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django import template

from tournaments.models import DrawMethod, Event
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.standings_input import sealed_rounds
from tournaments.structure import stages
from web.publish.pages import progress
from web.publish.pages.ranked import cross

register = template.Library()


@dataclass(frozen=True, slots=True)
class StagePages:
    """Whether there is a knockout to show, groups or several stages, and a cross table."""

    bracket: bool
    groups: bool
    cross: bool


@register.simple_tag
def stage_pages(snapshot: EventSnapshot) -> StagePages:
    """`{% stage_pages snapshot as stages %}`: the pages that the stages of an event have."""
    rows = snapshot.stages
    methods = {stages.method_of(stage) for stage in rows}
    return StagePages(
        bracket=DrawMethod.KNOCKOUT in methods,
        groups=len(rows) > 1 or any(stage.groups_wanted > 1 for stage in rows),
        cross=any(cross.has_table(snapshot.event, method) for method in methods),
    )


@register.simple_tag
def sealed_words(event: Event) -> str:
    """`{% sealed_words event as why %}`: why the standings are not those of now, if so."""
    return progress.sealed_words(event)


@register.simple_tag
def why_sealed(snapshot: EventSnapshot) -> str:
    """`{% why_sealed snapshot as why %}`: the same of an event that was read."""
    return progress.sealed_text(sealed_rounds(snapshot))


@register.filter
def of_match(names: Mapping[int, str], match: int) -> str:
    """`{{ page.names.short|of_match:table.match }}`: what a match is called, or nothing."""
    return names.get(match, "")
