"""`second_factor_off`: let an account sign in by its password alone, after a lost phone."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.credentials import second_factor
from config.terminal import gettext
from tournaments.models import User


class Command(BaseCommand):
    """Switches off the codes of an account; a person with this console has all data anyway."""

    help = "Switch the codes of an app off for an account whose holder lost the phone."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the user name")

    def handle(self, *_args: Any, **options: Any) -> None:
        name = User.normalize_username(options["name"])
        account = User.objects.filter(username=name).first()
        if account is None:
            raise CommandError(gettext("Nobody signs in as %(name)s.") % {"name": name})
        if not second_factor.is_on(account):
            words = gettext("%(name)s already signs in with the password alone.")
            raise CommandError(words % {"name": name})
        second_factor.switch_off_at_the_machine(account)
        words = gettext("%(name)s now signs in with the password alone. The club's log says so.")
        self.stdout.write(words % {"name": name})
