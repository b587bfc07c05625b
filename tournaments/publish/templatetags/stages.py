"""Tags for the pages that the stages of an event have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django import template

from tournaments.models import DrawMethod, Event
from tournaments.publish.pages import cross, progress

register = template.Library()


@dataclass(frozen=True, slots=True)
class StagePages:
    """Whether there is a knockout to show, groups or several stages, and a cross table."""

    bracket: bool
    groups: bool
    cross: bool


@register.simple_tag
def stage_pages(event: Event) -> StagePages:
    """`{% stage_pages page.event as stages %}`: the pages that the stages of an event have."""
    rows = [(stage.draw_method, stage.groups_wanted) for stage in event.stages.all()]
    methods = {method or event.draw_method for method, _ in rows}
    is_divided = any(groups > 1 for _, groups in rows)
    return StagePages(
        DrawMethod.KNOCKOUT in methods,
        is_divided or len(rows) > 1,
        any(cross.has_table(event, DrawMethod(method)) for method in methods),
    )


@register.simple_tag
def sealed_words(event: Event) -> str:
    """`{% sealed_words page.event as why %}`: why the standings are not those of now, if so."""
    return progress.sealed_words(event)


@register.filter
def of_match(names: Mapping[int, str], match: int) -> str:
    """`{{ page.names.short|of_match:table.match }}`: what a match is called, or nothing."""
    return names.get(match, "")
