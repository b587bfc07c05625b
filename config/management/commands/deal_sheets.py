"""`deal_sheets`: the hands of the boards of a round, for preparing the packs."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override

from config.terminal import gettext, language
from tournaments import organise, wording
from tournaments.models import BoardSet, Round
from tournaments.structure import boards
from tournaments.structure.boards import Hands
from web.publish.printed import dealt

OWNER_ALONE: Final = 0o600


class Command(BaseCommand):
    """Reads sealed boards on the console alone, and logs that."""

    help = (
        "Print the hands of the boards of a round, or write them as a PDF. Whoever reads them may"
        " not play; the log of the tournament says that they were read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="the uid of the event")
        parser.add_argument("--round", type=int, required=True, metavar="N")
        parser.add_argument("--pdf", metavar="FILE", help="write a PDF instead of printing")

    def handle(self, *_args: Any, **options: Any) -> None:
        board_set = _board_set(options["event"], options["round"])
        with override(language()):
            hands = organise.read_ahead(board_set)
            title = gettext("Boards of round %(number)s") % {"number": options["round"]}
            if options["pdf"]:
                path = Path(options["pdf"])
                _write(path, dealt.draw(board_set, title, hands))
                self.stdout.write(gettext("Written to %(path)s.") % {"path": path})
            else:
                self.stdout.write("\n".join([title, *_lines(board_set, hands)]))


def _board_set(event: str, number: int) -> BoardSet:
    rounds = Round.objects.filter(event__uid=event, number=number)
    standing = rounds.exclude(state=Round.State.CANCELLED)
    round_ = standing.select_related("event__tournament", "group__stage").first()
    if round_ is None:
        raise CommandError(gettext("There is no such round."))
    board_set = boards.set_of(round_)
    if board_set is None or not board_set.secret:
        raise CommandError(gettext("The program has dealt no boards for this round."))
    return board_set


def _lines(board_set: BoardSet, hands: Mapping[int, Hands]) -> list[str]:
    leaders = dict(board_set.boards.values_list("board_no", "leader"))
    lines = []
    for number, dealt_to in hands.items():
        lines += ["", dealt.board_title(number, leaders.get(number, ""))]
        lines += [
            f"{name}: {wording.card_list(cards)}"
            for name, cards in dealt.parts(board_set.event, dealt_to)
        ]
    return lines


def _write(path: Path, content: bytes) -> None:
    """Write a file that nobody else on this computer can read."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ALONE)
    except OSError as error:
        values = {"path": path, "why": error.strerror}
        raise CommandError(gettext("%(path)s cannot be written: %(why)s") % values) from error
    # An existing file may have been readable for all; Windows has no `fchmod`.
    path.chmod(OWNER_ALONE)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
