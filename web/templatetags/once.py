"""The key that makes a form take effect only once, even if it is sent twice."""

from __future__ import annotations

import secrets

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def once() -> SafeString:
    """`{% once %}` beside `{% csrf_token %}`: a key of 128 random bits, made with the page."""
    return format_html('<input type="hidden" name="once" value="{}">', secrets.token_hex(16))
