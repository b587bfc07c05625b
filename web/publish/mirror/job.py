"""The kind of job that pushes a mirror, as it is registered.

Its handler is named, not imported: the pages are known only when everything is registered.
"""

from __future__ import annotations

from typing import Final

from django.utils.module_loading import import_string

from tournaments.jobs import registry

KIND: Final = "mirror"
_HANDLER: Final = "web.publish.mirror.following.push"


def push(job: registry.Attempt, progress: registry.Progress, /) -> registry.Effect:
    """Push the mirror of a club."""
    effect: registry.Effect = import_string(_HANDLER)(job, progress)
    return effect


JOBS: Final[registry.Jobs] = {KIND: push}
