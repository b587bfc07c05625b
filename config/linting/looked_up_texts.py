"""What is handed to gettext is one text with named placeholders: nothing else can be translated."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from config.catalogues import KEYWORDS, MAY_LOOK_UP
from config.linting.sources import Complaint, Sources, text, tree

HANDS_ON = ("config/terminal.py", "tournaments/base/marked.py")
"""They look up what they are given."""
_GIVE_KEYWORDS = ("django.utils.translation", "tournaments.codes")
_NAMELESS = re.compile(r"%[-+ #0-9.]*[sdrfgi]|\{\}|\{[0-9]")


def looked_up_texts(sources: Sources) -> Iterator[Complaint]:
    """Complain of every call of gettext, and every import of it, that the catalogues miss."""
    for path in sources.modules(at_least=1000):
        if sources.name(path) not in HANDS_ON and MAY_LOOK_UP.search(text(path)):
            for node in ast.walk(tree(path)):
                for line, sentence in _wrong_with(node):
                    yield sources.complaint(path, line, sentence)


def _wrong_with(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Call):
        for looked_up in _looked_up(node):
            yield from ((node.lineno, sentence) for sentence in _wrong_with_text(looked_up))
    elif isinstance(node, ast.ImportFrom) and node.module in _GIVE_KEYWORDS:
        for name in node.names:
            if name.name in KEYWORDS and name.asname not in (None, *KEYWORDS):
                told = f"what is handed to {name.name} as {name.asname} is in no catalogue"
                yield node.lineno, told


def _looked_up(call: ast.Call) -> list[ast.expr]:
    """Return the arguments that are looked up: the texts, and the context where there is one."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name not in KEYWORDS:
        return []
    places = [place if isinstance(place, int) else place[0] for place in KEYWORDS[name] or (1,)]
    return call.args[min(places) - 1 : max(places)]


def _wrong_with_text(looked_up: ast.expr) -> Iterator[str]:
    if not (isinstance(looked_up, ast.Constant) and isinstance(looked_up.value, str)):
        yield f"only a plain text can be looked up: {ast.unparse(looked_up)}"
    elif _NAMELESS.search(looked_up.value):
        yield f"a placeholder has no name: {looked_up.value!r}"
