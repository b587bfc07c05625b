"""`publish`: the public pages as files in a folder or a store, where others read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import override

from config.management.examining_command import ExaminingCommand
from config.terminal import gettext, language
from tournaments import wording
from tournaments.base.refusals import refuse
from web.publish.mirror import checking, choosing, pushing
from web.publish.mirror.following import PushFault
from web.publish.mirror.site import MirrorScope
from web.publish.mirror.stores.opening import open_store
from web.publish.mirror.stores.places import Access
from web.publish.mirror.stores.store import Store, StoreError

EVERY: Final = 200
"""After so many files a line says how far it is."""


class Command(ExaminingCommand):
    """Brings a target up to date, or checks what is there."""

    help = "Write the public pages as files that can be read while this program is off."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the target, what is shown there, and whether it is examined only."""
        # It is asked for below, in words: required, Django would answer with its usage.
        parser.add_argument("--to", default="", metavar="DIR", help="a folder, s3:// or sftp://")
        parser.add_argument(
            "--only", nargs="+", default=[], metavar="UID", help="only these events or tournaments"
        )
        parser.add_argument(
            "--index", action="store_true", help="let search engines list the pages"
        )
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing: look for blanked names, secret links and dead links",
        )

    def handle(
        self, *_args: Any, to: str, only: list[str], index: bool, check: bool, **_options: Any
    ) -> None:
        """Push, or examine. Raises CommandError where the store fails or something is found."""
        if not to.strip():
            raise CommandError(gettext("--to needs a folder, s3:// or sftp://."))
        destination = to if "://" in to else str(Path(to).expanduser().absolute())
        try:
            store = open_store(destination, Access(of_system=True))
            try:
                scope = choosing.scope(only, noindex=not index)
                (self._check if check else self._push)(destination, store, scope)
            finally:
                store.close()
        except StoreError as error:
            with override(language()):
                words = wording.problem_text(refuse(error.fault, **error.values))
            raise CommandError(words) from error
        except OSError as error:
            with override(language()):
                why = error.strerror or type(error).__name__
                words = wording.problem_text(refuse(PushFault.DISK, why=why))
            raise CommandError(words) from error

    def _push(self, destination: str, store: Store, scope: MirrorScope) -> None:
        pushed = pushing.push(scope, store, destination, self._tell)
        values = {
            "files": pushed.files,
            "uploads": pushed.uploads,
            "removals": pushed.removals,
            "kilobytes": round(pushed.sent / 1000),
            "seconds": round(pushed.seconds, 1),
        }
        words = gettext(
            "%(files)s files: %(uploads)s written (%(kilobytes)s kB), %(removals)s removed, in"
            " %(seconds)s s."
        )
        self.stdout.write(words % values)

    def _tell(self, made: int) -> None:
        """Say now and then how many files were made: of a large club it takes minutes."""
        if made % EVERY == 0:
            self.stdout.write(gettext("%(files)s files made") % {"files": made})

    def _check(self, destination: str, store: Store, scope: MirrorScope) -> None:
        found = list(checking.check(scope, store, destination))
        with override(language()):
            lines = [
                wording.problem_text(refuse(each.fault, path=each.path, to=each.to))
                for each in found
            ]
        if lines:
            raise CommandError("\n".join([*lines]))
        self.stdout.write(gettext("No blanked name and no secret link was found."))
