"""How pages name the command of the program."""

from __future__ import annotations

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def program_command() -> str:
    """The words that start the program on its machine, such as `python3 manage.py`."""
    command: str = settings.COMMAND
    return command
