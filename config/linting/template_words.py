"""No words stand in a template outside of its translations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from config.linting.sources import Complaint, Sources, line_of, text

_SAMPLES = "styleguide"
"""The style guide shows the parts of pages to who develops them, in sample texts."""
_WORD = re.compile(r"[A-Za-z\u4e00-\u9fff]{2,}")
_NO_TEXT = [
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"{%\s*comment\s*%}.*?{%\s*endcomment\s*%}",
        r"{%\s*blocktranslate\b.*?{%\s*endblocktranslate\s*%}",
        r"{%\s*block (?:body_class|error_number)\s*%}.*?{%\s*endblock\s*%}",
        r"{#.*?#}|{%.*?%}|{{.*?}}",
        r"<!doctype html>|<[^<>]*>",
        r"&\w+;",
    )
]


def template_words(sources: Sources) -> Iterator[Complaint]:
    """Complain of every word that no reader of another language could be given."""
    for path in sources.enough(360, filter(_is_for_readers, sources.templates(370))):
        bare = bare_text(text(path))
        for word in _WORD.finditer(bare):
            sentence = f"this word stands outside of every translation: {word[0]}"
            yield sources.complaint(path, line_of(bare, word.start()), sentence)


def _is_for_readers(path: Path) -> bool:
    return not path.stem.lstrip("_").startswith(_SAMPLES)


def bare_text(source: str) -> str:
    """Return what stands between the tags of a template and is not made by one, on its lines.

    >>> bare_text('<p class="note">\\n{% translate "Hall" %} hall</p>')
    ' \\n  hall '
    """
    for pattern in _NO_TEXT:
        source = pattern.sub(_its_lines, source)
    return source


def _its_lines(left_out: re.Match[str]) -> str:
    return "\n" * left_out[0].count("\n") or " "
