"""Which pages the stages of an event have."""

from __future__ import annotations

from dataclasses import dataclass

from django import template

from tournaments.models import DrawMethod, Event

register = template.Library()


@dataclass(frozen=True, slots=True)
class StagePages:
    """Whether there is a knockout to show, and whether there are groups or several stages."""

    bracket: bool
    groups: bool


@register.simple_tag
def stage_pages(event: Event) -> StagePages:
    """`{% stage_pages page.event as stages %}`: the pages that the stages of an event have."""
    rows = list(event.stages.values_list("draw_method", "groups_wanted"))
    methods = {method or event.draw_method for method, _ in rows}
    is_divided = any(groups > 1 for _, groups in rows)
    return StagePages(DrawMethod.KNOCKOUT in methods, is_divided or len(rows) > 1)
