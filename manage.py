#!/usr/bin/env python3
"""Huapai's one command: `python3 manage.py demo`, `serve`, `test`, `lint`, and Django's own."""

import os
import sys


def main() -> None:
    # Said before anything newer is imported: an old Python cannot even read the other files.
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(
            "Huapai needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + "."
        )

    from config import bootstrap, program

    bootstrap.speak_utf8()
    before_packages(sys.argv[1:])
    if not program.IS_INSTALLED:
        bootstrap.enter(sys.argv)
    if sys.argv[1:2] in (["test"], ["lint"]):
        sys.exit(examine(*sys.argv[1:]))

    from config.storage import file_permissions

    # Not before: packages are everybody's to read, and PostgreSQL of the tests runs as nobody.
    file_permissions.keep()
    without_django(sys.argv[1:])

    from config.management import data_option

    arguments = data_option.take_data_option(sys.argv)
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(arguments)
    except ImproperlyConfigured as problem:
        # A setting, or the data folder, that makes no sense: the words say which and why.
        sys.exit(str(problem))


def before_packages(words: "list[str]") -> None:
    """Answer what needs nothing but Python, and end."""
    from config.management import help_pages

    if page := help_pages.page_for(words):
        sys.stdout.write(f"{page}\n")
        sys.exit()
    if words[:1] == ["wheelhouse"]:
        from config.bootstrap import wheelhouse

        sys.exit(wheelhouse.main(words[1:]))


def without_django(words: "list[str]") -> None:
    """Run a command that loads Django itself, or needs none, and end as it ends."""
    if words[:1] in (["serve"], ["demo"]):
        from config.serving import launch

        sys.exit(launch.main(words))
    if words[:1] in (["backup"], ["restore"]):
        from config.management import copy_commands

        sys.exit(copy_commands.main(words))
    if words[:1] == ["read_list"]:
        from config.management import reading_lists

        sys.exit(reading_lists.main(words[1:]))


def examine(word: str, *arguments: str) -> int:
    """Do what only who changes the program needs; it starts what it runs as processes."""
    from config import program

    if program.IS_INSTALLED:
        sys.exit(f"`{word}` needs a checkout of the program: its tests are not in the package.")
    if word == "test":
        from config import testing

        return testing.main(arguments)

    from config.linting import command

    return command.main(arguments)


if __name__ == "__main__":
    main()
