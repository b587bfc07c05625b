"""A tag for text that is written over several lines and shown without a blank between them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from django import template
from django.template.base import Node, NodeList, Parser, TextNode, Token
from django.template.context import Context
from django.utils.safestring import SafeString

register = template.Library()

_MARKS: Final = re.compile(r"(<(?=[a-zA-Z])|>|\s*\n\s*)")
"""Where the tag of an element begins and ends, and what may lie between two lines."""


class InlineNode(Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        return self.nodelist.render(context)


@register.tag
def inline(parser: Parser, _token: Token) -> InlineNode:
    """`{% inline %}…{% endinline %}` leaves out line breaks with the blanks around them.

    Between words and the elements of a sentence a blank would be seen. Between the attributes of an
    element one stays. What is included keeps its own, and so do values and translations. It is done
    once, when a template is read.
    """
    nodelist = parser.parse(("endinline",))
    parser.delete_first_token()
    texts = nodelist.get_nodes_by_type(TextNode)
    _join_lines(text for text in texts if isinstance(text, TextNode))
    return InlineNode(nodelist)


def _join_lines(texts: Iterable[TextNode]) -> None:
    is_in_tag = False
    for text in texts:
        kept = []
        for piece in _MARKS.split(text.s):
            if piece in ("<", ">"):
                is_in_tag = piece == "<"
            if "\n" not in piece:
                kept.append(piece)
            elif is_in_tag:
                kept.append(" ")
        text.s = "".join(kept)
