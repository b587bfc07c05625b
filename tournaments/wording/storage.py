"""Words of what is wrong with copies and with the disk of the server."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments import wording
from tournaments.base.refusals import CopyProblem, DatabaseProblem, DiskProblem

COPIES: wording.Words = {
    CopyProblem.ELSEWHERE: _(
        "This installation keeps its data in PostgreSQL, which is copied with pg_dump."
    ),
    CopyProblem.NOT_ABSOLUTE: _(
        "Type the whole path of the folder, from the root of the disk or the letter of the drive."
    ),
    CopyProblem.IN_DATA: _(
        "This folder lies inside the data folder and would be lost together with it."
    ),
    CopyProblem.NOT_WRITABLE: _("Nothing can be written to this folder: %(why)s."),
    CopyProblem.AWAY: _(
        "The folder %(folder)s is not there, or it is another one. If it is on a stick, put the "
        "stick in; if it is a new one, choose it once more."
    ),
    CopyProblem.FULL: _("The disk of %(folder)s is full. Make room there or choose another."),
    CopyProblem.FAILED: _("The last copy could not be written to %(folder)s: %(why)s."),
    CopyProblem.BUSY: _("A copy to %(folder)s has been going on for too long."),
    CopyProblem.DAMAGED: _(
        "The database is damaged, and no copy is made of it: %(why)s. Keep the copies that there "
        "are, finish the round on paper and ask whoever looks after the server."
    ),
    CopyProblem.LATE: _("The last copy is %(minutes)s minutes old."),
}

DISK: wording.Words = {
    DiskProblem.FULL: _(
        "The disk of the server is full, and nothing was stored. Make room on it, then do this "
        "again; what was confirmed before is there."
    ),
    DiskProblem.NEARLY_FULL: _(
        "Only %(megabytes)s MB are free on the disk of the server. Make room before it is full."
    ),
    DiskProblem.READ_ONLY: _(
        "Nothing can be written to the disk of the server, and nothing was stored. Whoever looks "
        "after the server must open the data folder for writing."
    ),
    DiskProblem.BROKEN: _(
        "The server cannot read its database or write to it: the file or the disk is damaged. "
        "Finish the round on paper and ask whoever looks after the server."
    ),
}

DATABASE: wording.Words = {
    DatabaseProblem.BUSY: _(
        "The database is busy with something else, and nothing was changed. Do this again in a "
        "moment."
    ),
}
LEXICON: Final = wording.Lexicon(
    {CopyProblem: COPIES, DiskProblem: DISK, DatabaseProblem: DATABASE}
)
