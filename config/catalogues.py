"""The catalogues of translations: extracted from the program, merged, compiled and checked.

It needs Babel, which only developers have; nothing else may import this module. The output depends
on the program alone: no dates, no names, no line numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from config import source_packages

DOMAIN: Final = "django"
SOURCE_LANGUAGE: Final = "en"
"""The language of the message ids: it has no catalogue."""

KEYWORDS: Final = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    # A code with its message: `tournaments/codes.py`.
    "worded": (2,),
    "worded_plural": (2, 3),
    "worded_in": ((2, "c"), 3),
}
MAY_LOOK_UP: Final = re.compile(r"gettext|\b_\(|\bworded")
"""Found in every module that looks up a text; parsing all the others would take seconds."""
_PLACEHOLDER = re.compile(r"%\((\w+)\)[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|(?<!\{)\{(\w+)\}(?!\})")
_WIDTH = 100


class _Plain(Catalog):
    """A catalogue whose header has what a reader needs, and nothing about its making."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The lines of the header."""
        return [
            ("Language", str(self.locale)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]

    @mime_headers.setter
    def mime_headers(self, headers: object) -> None:
        """Ignore what a file says about its making."""


@dataclass(frozen=True, slots=True)
class CatalogueFolder:
    """The folder of the two files of one language."""

    root: Path
    locale: str

    @property
    def source(self) -> Path:
        """The file that people edit."""
        return self.root / "locale" / self.locale / "LC_MESSAGES" / f"{DOMAIN}.po"

    @property
    def compiled(self) -> Path:
        """The file that the program reads."""
        return self.source.with_suffix(".mo")


def sources(root: Path) -> list[Path]:
    """Return the files of the program that may contain messages."""
    modules = source_packages.modules(*source_packages.TRANSLATED, root=root)
    return modules + source_packages.templates(root=root)


def extract_messages(root: Path) -> Catalog:
    """Return every message of the program, each with the files that contain it."""
    catalog = _catalogue(None)
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        for line, message, comments, context in _messages(path):
            catalog.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return catalog


def merge_catalogue(program: Catalog, place: CatalogueFolder) -> Catalog:
    """Update the catalogue of a language: translations stay, new messages are empty."""
    catalogue = _catalogue(place.locale)
    _take_known(catalogue, place)
    catalogue.update(program, no_fuzzy_matching=True)
    return catalogue


def as_source(catalogue: Catalog) -> bytes:
    """Return a catalogue as the file that people edit."""
    written = BytesIO()
    write_po(written, catalogue, width=_WIDTH, sort_by_file=True, include_lineno=False)
    return written.getvalue()


def as_compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue as the file that the program reads."""
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def complaints(program: Catalog, place: CatalogueFolder) -> Iterator[str]:
    """Yield every problem of the files of one language."""
    if not place.source.exists():
        yield f"{place.source}: there is no such file"
        return
    catalogue = merge_catalogue(program, place)
    if place.source.read_bytes() != as_source(catalogue):
        yield f"{place.source}: not up to date with the program"
    for message in _all(catalogue):
        for complaint in _complaints_about(message, catalogue.num_plurals):
            yield f"{place.source}: {complaint}: {message.id!r}"
    if not place.compiled.exists() or place.compiled.read_bytes() != as_compiled(catalogue):
        yield f"{place.compiled}: not what the catalogue compiles to"


def _messages(path: Path) -> Iterator[tuple[int, str | tuple[str, ...], list[str], str | None]]:
    source = path.read_text("utf-8")
    if path.suffix == ".html":
        # Django turns a template into text that looks like Python except for its indentation.
        lines = templatize(source, origin=str(path)).splitlines()
        source = "\n".join(line.strip() for line in lines)
    if not MAY_LOOK_UP.search(source):
        return
    yield from extract("python", BytesIO(source.encode()), KEYWORDS, ("Translators:",))


def _catalogue(locale: str | None) -> Catalog:
    comment = "Made by `manage.py messages` from the program; the translations are written by hand."
    return _Plain(locale, domain=DOMAIN, header_comment=f"# {comment}", fuzzy=False)


def _take_known(catalogue: Catalog, place: CatalogueFolder) -> None:
    """Take over existing translations, in use or not."""
    if not place.source.exists():
        return
    with place.source.open("rb") as file:
        known = read_po(file, locale=place.locale, domain=DOMAIN)
    for message in [*_all(known), *known.obsolete.values()]:
        catalogue.add(
            message.id,
            message.string,
            flags=message.flags,
            user_comments=message.user_comments,
            context=message.context,
        )


def _all(catalogue: Catalog) -> Iterator[Message]:
    """Return every message except the header."""
    return (message for message in catalogue if message.id)


def _complaints_about(message: Message, forms: int) -> Iterator[str]:
    strings = _strings(message.string)
    if message.fuzzy:
        yield "fuzzy"
    if len(strings) != (forms if message.pluralizable else 1) or not all(strings):
        yield "not translated"
        return
    ids = _strings(message.id)
    for place, text in enumerate(strings):
        # A single form serves one and many, so it is taken from the last id.
        like = ids[-1] if forms == 1 else ids[min(place, len(ids) - 1)]
        if _placeholders(text) != _placeholders(like):
            yield f"other placeholders in {text!r}"


def _strings(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def _placeholders(text: str) -> Counter[str]:
    return Counter({match.group() for match in _PLACEHOLDER.finditer(text)})
