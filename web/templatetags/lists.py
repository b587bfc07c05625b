"""Filters that join texts in the way of the current language."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.translation import pgettext

from tournaments import wording

register = template.Library()

# `{{ reasons|clauses }}`: one; two. `{{ texts|sentences }}`: One. Two.
register.filter("clauses", wording.joined_clauses)
register.filter("sentences", wording.joined_sentences)
# `{{ tables|runs }}`: 1–3, 7.
register.filter("runs", wording.runs)


@register.simple_tag
def gap() -> str:
    """`{% gap %}` between two sentences: a space, which Chinese does not set."""
    return pgettext("two sentences", "%(first)s %(second)s") % {"first": "", "second": ""}


@register.filter
def listed(values: Iterable[object]) -> str:
    """`{{ tables|listed }}`: 1, 2."""
    return wording.listed(map(str, values))
