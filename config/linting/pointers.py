"""What a docstring, a comment or a page points at by its dotted name or by the end of its path is
there. Paths from the top are `named_files`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from config.linting.sources import Complaint, Sources, line_of, text
from config.source_packages import DOCS, PYTHON, ROOMS, TEMPLATES, TOOLS

_HISTORY = f"{DOCS}/decisions/"
_DOTTED = re.compile(rf"(?<![\w./@:'\"-])(?:{'|'.join(PYTHON)})(?:\.\w+){{2,}}(?![\w/(-])")
_END_OF_PATH = re.compile(r"(?<![\w./*<{}%-])(?:\w+/)+\w+\.(?:py|html|js|css)\b")


def pointers(sources: Sources) -> Iterator[Complaint]:
    """Complain of modules, their names and ends of paths that are not there any more."""
    for path in _speakers(sources):
        said = text(path)
        for found in _DOTTED.finditer(said):
            if not _is_named(sources.root, found[0]):
                line = line_of(said, found.start())
                yield sources.complaint(path, line, f"there is no {found[0]}")
        for found in _END_OF_PATH.finditer(said):
            if not _is_end_of_path(sources.root, found[0]):
                line = line_of(said, found.start())
                yield sources.complaint(path, line, f"no path ends in {found[0]}")


def _speakers(sources: Sources) -> Iterator[Path]:
    yield from sources.modules(*ROOMS, *TOOLS, at_least=1100)
    for path in sources.files([DOCS], {".md"}, at_least=70):
        if not sources.name(path).startswith(_HISTORY):
            yield path


def _is_named(root: Path, name: str) -> bool:
    """Whether there is a module, a name in a module, or a member of a class in one."""
    *within, last = name.split(".")
    if _module(root, (*within, last)) or _has(_module(root, tuple(within)), last):
        return True
    return within[-1][:1].isupper() and _has(_module(root, tuple(within[:-1])), within[-1])


@cache
def _module(root: Path, parts: tuple[str, ...]) -> Path | None:
    path = root.joinpath(*parts)
    modules = (path.with_suffix(".py"), path / "__init__.py")
    return next((module for module in modules if module.is_file()), path if path.is_dir() else None)


def _has(module: Path | None, name: str) -> bool:
    return module is not None and module.is_file() and bool(re.search(rf"\b{name}\b", text(module)))


@cache
def _is_end_of_path(root: Path, name: str) -> bool:
    return any(f"/{path}".endswith(f"/{name}") for path in _paths(root))


@cache
def _paths(root: Path) -> frozenset[str]:
    return frozenset(
        path.relative_to(root).as_posix()
        for folder in (*PYTHON, DOCS, TEMPLATES)
        for path in (root / folder).rglob("*.*")
    )
