"""`--help`: the commands for people, each with a sentence and its options.

Standard library only, because it is printed before anything is installed. All other commands are
listed by `help --all`, which Django answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from config import program
from config.storage import build
from config.terminal import gettext

_ASKS: Final = ("-h", "--help")
_GAP: Final = 2

Option = tuple[str, str]
"""What is typed, and what it means."""


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command, a sentence about it, and its options as typed."""

    name: str
    does: str
    options: tuple[Option, ...]


def page_for(words: Sequence[str]) -> str:
    """Return the help that a command line requests; empty if it requests something else.

    A line without any command requests the list.
    """
    known = {command.name: command for command in commands()}
    name = words[0] if words else "help"
    if name == "--version":
        return f"Huapai {build.VERSION}"
    if name in (*_ASKS, "help") and "--all" not in words:
        asked = next((word for word in words[1:] if word not in _ASKS), "")
        if not asked:
            return _list_of(known.values())
        return _page_of(known[asked]) if asked in known else ""
    if name in known and set(_ASKS) & set(words[1:]):
        return _page_of(known[name])
    return ""


def commands() -> list[TypedCommand]:
    """Return the commands of this installation; `test` and `lint` exist in a checkout only."""
    data = ("--data DIR", gettext("the folder of the data (set HUAPAI_DATA to keep the choice)"))
    listed = [*_that_serve(data), *_of_copies(data), *_of_the_machine(data)]
    return listed if program.IS_INSTALLED else [*listed, *_of_checkouts()]


def _that_serve(data: Option) -> list[TypedCommand]:
    options = (
        ("--port N", gettext("the port; 8000 by default, 0 takes a free one")),
        ("--bind ADDRESS", gettext("the address of this machine; all of them by default")),
        ("--https [N]", gettext("HTTPS too, with a certificate of its own, at port 8443 or N")),
        data,
    )
    shows = gettext("Shows a small tournament in progress, to try things out.")
    serves = gettext("Serves the club's own data, until Ctrl-C.")
    return [TypedCommand("demo", shows, options), TypedCommand("serve", serves, options)]


def _of_copies(data: Option) -> list[TypedCommand]:
    return [
        TypedCommand(
            "backup",
            gettext("Writes everything into one file, while it runs or not."),
            (("FILE", gettext("the file, or its folder; the present folder unless named")), data),
        ),
        TypedCommand(
            "restore",
            gettext("Restores a copy into the folder of the data."),
            (
                ("FILE", gettext("the copy")),
                ("--replace", gettext("even if there are data; they are moved aside first")),
                ("--unproven", gettext("even if the record of the copy is faulty")),
                data,
            ),
        ),
    ]


def _of_the_machine(data: Option) -> list[TypedCommand]:
    has_entry = gettext("whether the log has the entry printed on a paper or page")
    return [
        TypedCommand(
            "verify",
            gettext("Proves the record of every tournament."),
            (
                ("--against COPY", gettext("whether today's log continues that of a copy")),
                ("--printed NUMBER HASH", has_entry),
                data,
            ),
        ),
        TypedCommand(
            "changepassword",
            gettext("Gives an account a new password, for the administrator of the machine."),
            (("NAME", gettext("the account")), data),
        ),
        TypedCommand(
            "publish",
            gettext("Writes the public pages as files, to be read while this is off."),
            (
                (
                    "--to TARGET",
                    gettext("a folder, s3://BUCKET/PREFIX or sftp://NAME@SERVER/FOLDER"),
                ),
                ("--only UID …", gettext("only these events or tournaments")),
                ("--index", gettext("search engines may list them")),
                ("--check", gettext("changes nothing: looks for blanked names and secret links")),
                data,
            ),
        ),
        TypedCommand(
            "wheelhouse",
            gettext("Fetches all packages into a folder, for a start without the network."),
            (("DIR", gettext("the folder, for instance on a stick")),),
        ),
    ]


def _of_checkouts() -> list[TypedCommand]:
    return [
        TypedCommand(
            "test",
            gettext("Installs what the tests need, and runs them."),
            (
                ("--full", gettext("everything that a change must pass; a quarter of an hour")),
                ("--nightly", gettext("the sweeps that --full leaves out")),
                ("--changed", gettext("the tests that concern what changed since main")),
                ("--since REF", gettext("with --changed: since this branch, tag or commit")),
                ("--record", gettext("writes what each case costs into tests/durations.json")),
                ("PATH …", gettext("only these files, and any option of pytest")),
            ),
        ),
        TypedCommand(
            "lint",
            gettext("Examines the sources: style, types, contracts, texts."),
            (("--caches DIR", gettext("where its tools keep their caches")),),
        ),
    ]


def _list_of(listed: Iterable[TypedCommand]) -> str:
    command = program.command()
    return "\n".join(
        [
            gettext("Type: %(program)s COMMAND") % {"program": command},
            "",
            *_columns([(each.name, each.does) for each in listed]),
            "",
            gettext("Options of a command: %(program)s COMMAND --help") % {"program": command},
            gettext("Every other command: %(program)s help --all") % {"program": command},
        ]
    )


def _page_of(command: TypedCommand) -> str:
    line = f"{program.command()} {command.name} …"
    return "\n".join([line, "", command.does, "", *_columns(command.options)])


def _columns(rows: Sequence[Option]) -> list[str]:
    width = max(len(first) for first, _ in rows) + _GAP
    return [f"  {first:{width}}{second}" for first, second in rows]
