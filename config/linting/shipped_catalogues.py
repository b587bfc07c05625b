"""The catalogues that are shipped have every message of the program, translated and compiled."""

from __future__ import annotations

from collections.abc import Iterator

from config import catalogues, source_packages
from config.linting.sources import Complaint, Sources


def shipped_catalogues(sources: Sources) -> Iterator[Complaint]:
    """Complain of what `manage.py messages` would mend, and of what a person has to translate."""
    sources.enough(1300, catalogues.sources(sources.root))
    folders = [path for path in (sources.root / source_packages.LOCALE).iterdir() if path.is_dir()]
    places = [
        catalogues.CatalogueFolder(sources.root, path.name) for path in sources.enough(1, folders)
    ]
    program = catalogues.extract_messages(sources.root)
    for place in places:
        for told in catalogues.complaints(program, place):
            sentence = told.removeprefix(f"{place.source}: ").removeprefix(f"{place.compiled}: ")
            yield sources.complaint(place.source, 1, sentence)
