"""The tag for the addresses of the parts of a page."""

from __future__ import annotations

from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag
def part_url(name: str, part: int, *args: str | int) -> str:
    """`{% part_url "event" 2 uid %}`: a part of a page; the first is at the page's own address.

    Arguments that the address of the page does not have may be empty.
    """
    given = [arg for arg in args if arg != ""]
    return reverse(f"{name}_part", args=[*given, part]) if part > 1 else reverse(name, args=given)
