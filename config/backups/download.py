"""The download of a backup at the desk, by administrators of the installation."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import FileResponse, Http404
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from config.backups import archive, kept_copies, manifest, staging_folder
from config.backups.archive import CopiedInstallation
from tournaments.models import Club
from tournaments.record import club_log
from tournaments.record.audit import Verb
from tournaments.rights import access
from tournaments.system import installation
from web.desk.frame.views import actor
from web.forms.requests import DeskRequest


@never_cache
@login_required
@require_POST
def copy(request: DeskRequest, uid: str) -> FileResponse:
    """Answer with a backup of the whole installation; the log of the club records who took it."""
    club = _club(request, uid)
    if not installation.can_copy():
        raise Http404
    with club_log.change(club, actor(request), Verb.DOWNLOAD_COPY):
        # Asked again: a role is revoked under this lock. Logged before the backup is made, so that
        # the backup includes the entry.
        _club(request, uid)
    content, name = _written_copy()
    return FileResponse(content, as_attachment=True, filename=name, content_type="application/zip")


def _club(request: DeskRequest, uid: str) -> Club:
    """Return the club of an account that may download. Raises Http404 or PermissionDenied."""
    club = access.club_as(request.user, uid, access.DIRECTORS)
    if not access.keeps_installation(request.user):
        raise PermissionDenied
    return club


def _written_copy() -> tuple[BinaryIO, str]:
    """Return a backup as an open file without a name, which is gone once it is closed.

    If a system keeps the names of open files, the sweep of the next backup removes it.
    """
    source = CopiedInstallation(Path(settings.DATA), Path(connection.settings_dict["NAME"]))
    now = timezone.localtime()
    club = manifest.content_of(source.database).club
    with staging_folder.folder_in(source.data) as folder:
        target = kept_copies.free_name(folder, club, now)
        archive.write(source, target, now)
        return target.open("rb"), target.name
