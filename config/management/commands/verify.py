"""`verify`: whether the record of every tournament, and the log of every club, is intact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from django.core.management.base import CommandError, CommandParser

from config.backups import log_comparison
from config.backups.copy_checks import Unfit
from config.backups.log_comparison import Finding, Verdict
from config.management.examining_command import ExaminingCommand
from config.terminal import gettext
from referee.sheets import official_parts
from referee.sheets.official_parts import ForgedPart
from tournaments.checks.verification import Break, prove_record, verify_club
from tournaments.models import AuditEntry, Club, Tournament

LEAST_OF_HASH: Final = 8


class Command(ExaminingCommand):
    """Compares each log with its rows, and with backups, and names every fault."""

    help = "Verify the record of every tournament; fail if something is wrong."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--against",
            type=Path,
            metavar="COPY",
            help="an earlier copy: does today's log continue the copy's?",
        )
        parser.add_argument(
            "--printed",
            nargs="+",
            metavar=("NUMBER", "HASH"),
            help="number and hash on a paper or a page: does the log have this entry?",
        )

    def handle(
        self,
        *_args: Any,
        against: Path | None = None,
        printed: list[str] | None = None,
        **_options: Any,
    ) -> None:
        broken = [
            _fault_text(club.name, fault)
            for club in Club.objects.order_by("pk")
            for fault in verify_club(club)
        ]
        for tournament in Tournament.objects.order_by("pk"):
            broken += self._prove(tournament)
        broken += self._compare(against.expanduser()) if against else []
        broken += self._look_up(printed) if printed else []
        if broken:
            words = gettext("The record has faults:")
            raise CommandError("\n".join([words, *broken]))
        self.stdout.write(gettext("The record of every tournament is sound."))

    def _prove(self, tournament: Tournament) -> Iterator[str]:
        proof = prove_record(tournament)
        line = gettext("%(tournament)s: changes up to no. %(seq)s, %(head)s")
        values = {"tournament": tournament.name, "seq": proof.seq, "head": proof.head}
        self.stdout.write(line % values)
        if sum(proof.uncovered.values()):
            self.stdout.write(_uncovered(proof.uncovered))
        for part in official_parts.forged_parts(tournament):
            self.stdout.write(_forged_text(part))
        for fault in proof.breaks:
            yield _fault_text(tournament.name, fault)

    def _compare(self, copy: Path) -> Iterator[str]:
        try:
            findings = log_comparison.compare(copy)
        except Unfit as problem:
            raise CommandError(str(problem)) from problem
        for finding in findings:
            if finding.is_sound:
                self.stdout.write(_finding_text(finding))
            else:
                yield _finding_text(finding)

    def _look_up(self, printed: list[str]) -> Iterator[str]:
        number, wanted = printed[0], "".join(printed[1:]).replace(" ", "").lower()
        if not number.isdecimal() or len(wanted) < LEAST_OF_HASH:
            raise CommandError(
                gettext("Type the number and the hash as they are printed: --printed 12 3f2a91bc …")
            )
        entry = AuditEntry.objects.filter(seq=int(number), hash__startswith=wanted).first()
        values = {"number": number, "hash": wanted}
        if entry is None:
            yield gettext("No log has the hash %(hash)s at change no. %(number)s.") % values
            return
        line = gettext("%(tournament)s has the hash %(hash)s at change no. %(number)s.")
        self.stdout.write(line % {**values, "tournament": entry.tournament.name})


def _fault_text(name: str, fault: Break) -> str:
    """Return a fault in words, for the log of the club or tournament of that name."""
    line = gettext("%(tournament)s: %(what)s at change no. %(seq)s %(uid)s")
    text = line % {"tournament": name, "what": fault.what, "seq": fault.seq, "uid": fault.uid}
    meaning = _meaning(fault.what)
    return f"{text.rstrip()}\n  {meaning}" if meaning else text


def _meaning(what: str) -> str:
    """Return the meaning of a kind of break; empty for a self-explanatory one."""
    altered = gettext("This change was altered after it was logged.")
    cut = gettext("Changes were removed from the log, or added past the program.")
    stated = gettext("This differs from what the log states, or the log does not mention it.")
    return {
        **dict.fromkeys(("entry", "round", "role", "name"), stated),
        "hash": altered,
        "columns": altered,
        "previous": altered,
        "missing": cut,
        "head": cut,
        "rows": gettext("What was stored with this change is gone, or was altered since."),
        "unlogged": gettext("This was stored past the program: no change in the log mentions it."),
        "twice": gettext("Two changes claim to have stored the same."),
        "mentions": gettext("The index of the log disagrees with this change."),
        "version": gettext("The deal has a different number of result versions than it states."),
        "done": gettext("The deal and its latest result disagree on whether it has one."),
        "chain": gettext("The versions of this deal's result do not follow each other."),
        "seats": gettext("The seats of this round are not those of its published draw."),
        "decision": gettext("This entry is not as the decisions in force on it say."),
        "revoked": gettext("This role was revoked, and was put back past the program."),
    }.get(what, "")


def _forged_text(part: ForgedPart) -> str:
    """Name a sheet that says of itself what only a referee decides, for the referee to look at."""
    deal = part.sheet.deal
    line = gettext(
        "  sheet %(sheet)s, table %(table)s, deal %(deal)s: “%(field)s” has no referee's decision"
    )
    if part.counts:
        line = gettext(
            "  sheet %(sheet)s, table %(table)s, deal %(deal)s: “%(field)s” has no referee's"
            " decision, and the result of the deal rests on it"
        )
    table = deal.sitting.table.number
    return line % {
        "sheet": part.sheet.uid,
        "table": table,
        "deal": deal.play_order,
        "field": part.field,
    }


def _uncovered(counted: Mapping[str, int]) -> str:
    counts = {part: counted.get(part, 0) for part in ("entry", "round", "role", "name")}
    return (
        gettext(
            "  not covered, because they are older than the log's statements: entries"
            " %(entry)s, rounds %(round)s, roles %(role)s, names %(name)s"
        )
        % counts
    )


def _finding_text(finding: Finding) -> str:
    words = {
        Verdict.EXTENDS: gettext(
            "%(tournament)s: today's log goes on from the copy's, which ends with no. %(seq)s, "
            "%(head)s"
        ),
        Verdict.DEPARTS: gettext(
            "%(tournament)s: today's log departs from the copy's at change no. %(seq)s"
        ),
        Verdict.GONE: gettext("%(tournament)s: it is in the copy, but no longer here"),
        Verdict.COPY_BROKEN: gettext(
            "%(tournament)s: the copy's own log is faulty from change no. %(seq)s on, and"
            " proves nothing"
        ),
        Verdict.COPY_CONTRADICTS: gettext(
            "%(tournament)s: the manifest of the copy says another number or hash than its "
            "database, which ends with no. %(seq)s"
        ),
        Verdict.COPY_LACKS: gettext(
            "%(tournament)s: the manifest of the copy names it, and its database does not have it"
        ),
    }[finding.verdict]
    return words % {"tournament": finding.name, "seq": finding.seq, "head": finding.head}
