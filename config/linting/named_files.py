"""A file that is named is there: a list of paths goes on looking well after one was deleted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from config.linting.sources import Complaint, Sources, line_of, text
from config.source_packages import DOCS, PYTHON, TEMPLATES, TOOLS

_AT_THE_TOP = (".ci/run", "CONTRIBUTING.md", "README.md", "README.zh-Hans.md", "pyproject.toml")
_HISTORY = f"{DOCS}/decisions/"
"""A decision tells what was there when it was taken."""
_NAMED = re.compile(
    rf"(?<![\w./-])(?:{'|'.join((*PYTHON, DOCS, 'requirements', TEMPLATES))})"
    r"/[\w./-]*\.(?:html|in|js|json|jsonl|md|py|sh|txt|zip)\b"
)


def named_files(sources: Sources) -> Iterator[Complaint]:
    """Complain of paths from the top of the program that lead to no file."""
    for path in _speakers(sources):
        for named in _NAMED.finditer(text(path)):
            if not _is_there(sources, named[0]):
                line = line_of(text(path), named.start())
                yield sources.complaint(path, line, f"there is no {named[0]}")


def _is_there(sources: Sources, name: str) -> bool:
    """A page of the documentation may name a template as the program does."""
    return any((sources.root / folder / name).exists() for folder in (".", TEMPLATES))


def _speakers(sources: Sources) -> Iterator[Path]:
    yield from (path for name in _AT_THE_TOP if (path := sources.root / name).exists())
    yield from sources.modules("config", *TOOLS, at_least=140)
    for path in sources.files([DOCS], {".md"}, at_least=70):
        if not sources.name(path).startswith(_HISTORY):
            yield path
