"""Rules about texts for people and about templates.

gettext gets a single text with named placeholders, because nothing else can be translated;
templates have no words outside of translations; the shipped catalogues have every message,
translated and compiled. Lines of templates are not too long, and templates not tiny.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from config import catalogues
from config.catalogues import KEYWORDS, MAY_LOOK_UP
from config.linting.sources import Complaint, Sources, line_of, text, tree
from config.source_packages import LOCALE, ROOMS, TEMPLATES, TESTS

LONGEST_LINE: Final = 200
FEW_LINES: Final = 8

_OWN: Final = 360
"""How many templates there are, or a few less."""
_NAMED: Final = re.compile(r"""(include\s+)?["']([\w/]+\.html)["']""")


def long_lines(sources: Sources) -> Iterator[Complaint]:
    """Complain of overlong lines of templates."""
    for path in sources.templates(_OWN):
        for number, line in enumerate(text(path).splitlines(), start=1):
            if len(line) > LONGEST_LINE:
                sentence = f"a line of {len(line)} letters: at most {LONGEST_LINE}, see `inline`"
                yield sources.complaint(path, number, sentence)


def tiny_templates(sources: Sources) -> Iterator[Complaint]:
    """Complain of templates of a few lines that only one other template includes."""
    templates = sources.templates(_OWN)
    included, handed_on = _names(templates)
    _, by_modules = _names(sources.modules(*ROOMS, TESTS, at_least=1800))
    for path in templates:
        name = sources.name(path).removeprefix(f"{TEMPLATES}/")
        lines = text(path).count("\n")
        if lines <= FEW_LINES and included[name] == 1 and name not in handed_on | by_modules:
            yield sources.complaint(path, 1, f"{lines} lines that one template includes: fold them")


def _names(paths: Iterable[Path]) -> tuple[Counter[str], set[str]]:
    """Return how often templates are included, and which are named in other ways."""
    included: Counter[str] = Counter()
    others = set()
    for path in paths:
        for include, name in _NAMED.findall(text(path)):
            if include:
                included[name] += 1
            else:
                others.add(name)
    return included, others


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
    """Complain of untranslatable words in templates."""
    for path in sources.enough(360, filter(_is_for_readers, sources.templates(370))):
        bare = bare_text(text(path))
        for word in _WORD.finditer(bare):
            sentence = f"this word stands outside of every translation: {word[0]}"
            yield sources.complaint(path, line_of(bare, word.start()), sentence)


def _is_for_readers(path: Path) -> bool:
    return not path.stem.lstrip("_").startswith(_SAMPLES)


def bare_text(source: str) -> str:
    """Return the text between the tags of a template, on its lines.

    >>> bare_text('<p class="note">\\n{% translate "Hall" %} hall</p>')
    ' \\n  hall '
    """
    for pattern in _NO_TEXT:
        source = pattern.sub(_its_lines, source)
    return source


def _its_lines(left_out: re.Match[str]) -> str:
    return "\n" * left_out[0].count("\n") or " "


def shipped_catalogues(sources: Sources) -> Iterator[Complaint]:
    """Complain of catalogues that `manage.py messages` would update or that lack translations."""
    sources.enough(1200, catalogues.sources(sources.root))
    folders = [path for path in (sources.root / LOCALE).iterdir() if path.is_dir()]
    places = [
        catalogues.CatalogueFolder(sources.root, path.name) for path in sources.enough(1, folders)
    ]
    program = catalogues.extract_messages(sources.root)
    for place in places:
        for told in catalogues.complaints(program, place):
            sentence = told.removeprefix(f"{place.source}: ").removeprefix(f"{place.compiled}: ")
            yield sources.complaint(place.source, 1, sentence)


HANDS_ON = ("config/terminal.py", "tournaments/base/marked.py")
"""They look up what they are given."""
_GIVE_KEYWORDS = ("django.utils.translation", "tournaments.codes")
_NAMELESS = re.compile(r"%[-+ #0-9.]*[sdrfgi]|\{\}|\{[0-9]")


def looked_up_texts(sources: Sources) -> Iterator[Complaint]:
    """Complain of every call of gettext, and every import of it, that the catalogues miss."""
    for path in sources.modules(at_least=900):
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
    """Return the arguments that are looked up: the texts, and the context if there is one."""
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
