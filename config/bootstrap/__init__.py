"""Sets up the program on a machine with Python alone, and restarts it inside its environment.

Standard library only. The first start makes `.venv` beside `manage.py` and installs a hashed set of
packages there; every later start reads one small stamp and goes straight on. With an environment
activated by the user, or NO_BOOTSTRAP=1, nothing is set up.
"""

from __future__ import annotations

import importlib.util
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import NoReturn

from config.bootstrap.environment import ROOT, Environment, base_python
from config.terminal import gettext

# Every other command runs on "base".
BY_COMMAND = {"test": "test", "messages": "test", "lint": "dev"}
# The package whose absence shows that a set is missing.
ENTRANCE = {"base": "django", "test": "pytest", "dev": "mypy"}
RELAUNCHED = "HUAPAI_RELAUNCHED"


def enter(argv: list[str]) -> None:
    """Return if this interpreter can run the command; otherwise continue inside `.venv`."""
    wanted = BY_COMMAND.get(argv[1] if len(argv) > 1 else "", "base")
    environment = Environment(ROOT / ".venv")
    if is_left_alone(environment):
        refuse_missing(wanted)
    elif not environment.is_running():
        with errors_only() if argv[1:2] == ["read_list"] else nullcontext():
            ready(environment, wanted)
        relaunch(str(environment.python))
    elif not (environment.holds(wanted) and environment.is_of_this_python()):
        start_over(environment)


@contextmanager
def errors_only() -> Iterator[None]:
    """Redirect all output, also of other programs, to standard error.

    The output of some commands is read by programs.
    """
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        os.dup2(2, 1)
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def speak_utf8() -> None:
    """Write UTF-8, line by line, even into a pipe or a console with another code page."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", line_buffering=True)


def is_left_alone(ours: Environment) -> bool:
    """Return whether the user provides the packages: by NO_BOOTSTRAP or an own environment."""
    is_activated = sys.prefix != sys.base_prefix and not ours.is_running()
    return is_activated or bool(os.environ.get("NO_BOOTSTRAP"))


def refuse_missing(wanted: str) -> None:
    if importlib.util.find_spec(ENTRANCE[wanted]) is None:
        requirements = ROOT / "requirements" / f"{wanted}.txt"
        words = gettext(
            "This Python was chosen by you (an activated environment, or NO_BOOTSTRAP),\n"
            "so nothing is installed in it by itself. Type:"
        )
        line = f'"{sys.executable}" -m pip install --require-hashes --no-deps -r "{requirements}"'
        sys.exit(f"{words}\n  {line}")


def ready(environment: Environment, wanted: str) -> None:
    if environment.holds(wanted):
        return
    # The installing modules are not loaded on the many starts that have nothing to install.
    from config.bootstrap.building import build

    try:
        build(environment, wanted)
    except KeyboardInterrupt:
        print("\n" + gettext("Stopped. Nothing half-made was left."), flush=True)
        sys.exit(130)


def start_over(environment: Environment) -> NoReturn:
    """Restart with the Python outside, which can repair the environment that this one runs in."""
    if os.environ.get(RELAUNCHED):
        words = gettext("%(folder)s cannot be repaired: remove it and start again.")
        sys.exit(words % {"folder": environment.folder})
    if not environment.is_of_this_python():
        environment.forget()
    relaunch(base_python())


def relaunch(python: str) -> NoReturn:
    """Continue with the same arguments in another interpreter, in the same process if possible."""
    command = [python, *sys.orig_argv[1:]]
    environ = {**os.environ, "PYTHONUTF8": "1"}
    if python != base_python():
        environ[RELAUNCHED] = "1"
    if os.name != "nt":
        os.execve(python, command, environ)  # noqa: S606
    from config.bootstrap.processes import run_in_place

    sys.exit(run_in_place(command, environ))
