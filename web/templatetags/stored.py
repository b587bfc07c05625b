"""Tags beside the fields of a form over stored values: the value's mark, and which one to keep.

The form decides what they send (`web.forms.stored_values`); other forms send nothing there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from django import template
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


class OverStoredValues(Protocol):
    """A form that has something to send beside its fields."""

    def beside(self, name: str, *, marked: bool) -> Mapping[str, Any]: ...

    def marks(self) -> tuple[str, str]: ...


@register.inclusion_tag("parts/_stored.html")
def stored(field: BoundField, *, marked: bool = True) -> Mapping[str, Any]:
    """`{% stored field %}`: what the page sends beside a field, empty for other forms.

    `marked` is false where `stored_marks` has the marks of all fields.
    """
    if field.field.disabled or not hasattr(field.form, "beside"):
        return {"was": "", "options": ()}
    form = cast(OverStoredValues, field.form)
    return form.beside(field.name, marked=marked)


@register.simple_tag
def stored_marks(form: OverStoredValues) -> SafeString:
    """`{% stored_marks form %}`: the marks of all fields at once, where there are many."""
    name, marks = form.marks()
    return format_html('<input type="hidden" name="{}" value="{}">', name, marks)
