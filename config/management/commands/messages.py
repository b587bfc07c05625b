"""`manage.py messages`: update the catalogues of translations, or only check them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import to_locale

try:
    from babel.messages.catalog import Catalog

    from config import catalogues
except ModuleNotFoundError as missing:
    if not (missing.name or "").startswith("babel"):
        raise
    raise SystemExit(
        "The catalogues are made with Babel, which is not installed here. It comes with"
        " requirements/test.txt: python3 -m config.bootstrap test"
    ) from missing


class Command(BaseCommand):
    """Extracts every message of the program, merges it into the catalogues and compiles them."""

    help = "Bring the catalogues of translations up to date with the program."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the one option."""
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail if anything is missing"
        )

    def handle(self, *_args: Any, check: bool, **_options: Any) -> None:
        """Work on the catalogue of every language that is not the one of the message ids."""
        program = catalogues.extract_messages(settings.BASE_DIR)
        for code, _name in settings.LANGUAGES:
            if code == catalogues.SOURCE_LANGUAGE:
                continue
            place = catalogues.CatalogueFolder(settings.BASE_DIR, to_locale(code))
            if not check:
                self._renew(program, place)
            elif complaints := list(catalogues.complaints(program, place)):
                raise CommandError("\n".join(complaints))

    def _renew(self, program: Catalog, place: catalogues.CatalogueFolder) -> None:
        catalogue = catalogues.merge_catalogue(program, place)
        place.source.parent.mkdir(parents=True, exist_ok=True)
        place.source.write_bytes(catalogues.as_source(catalogue))
        place.compiled.write_bytes(catalogues.as_compiled(catalogue))
        missing = list(catalogues.complaints(program, place))
        self.stdout.write(f"{place.locale}: {len(catalogue)} messages, {len(missing)} to be mended")
