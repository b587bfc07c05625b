"""The steps of the Dockerfile as a script: `python3 -m scripts.image_steps`.

`scripts/bare_debian.sh --image` runs what it prints in a bare root, where no Docker is needed. It
knows the instructions that this Dockerfile uses; any other is an error. Standard library only.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
_CONTINUED: Final = re.compile(r"\\\n\s*")
_SAID_ELSEWHERE: Final = ("FROM", "ARG", "VOLUME", "EXPOSE")


def script(dockerfile: str, checkout: str) -> Iterator[str]:
    """Yield the lines of a shell script that performs the steps of a Dockerfile from a checkout.

    It defines `serve` and `health`, and runs neither. Raises KeyError for another instruction.
    """
    yield "set -eu"
    user = "0:0"
    for word, rest in _instructions(dockerfile):
        if word == "USER":
            user = rest
        elif word not in _SAID_ELSEWHERE:
            yield _LINES[word](rest, checkout, user)


def _copied(rest: str, checkout: str, _user: str) -> str:
    *sources, target = rest.split()
    folder = f"mkdir -p {target} && " if target.endswith("/") else ""
    return f"{folder}cp -a {' '.join(f'{checkout}/{source}' for source in sources)} {target}"


def _health(rest: str, _checkout: str, _user: str) -> str:
    return f"health() {{ {_command(rest.partition(' CMD ')[2])}; }}"


def _served(rest: str, _checkout: str, user: str) -> str:
    uid, _, gid = user.partition(":")
    as_user = f"setpriv --reuid={uid} --regid={gid} --clear-groups"
    return f"serve() {{ exec {as_user} {_command(rest)}; }}"


_LINES: Final[Mapping[str, Callable[[str, str, str], str]]] = {
    "ENV": lambda rest, _checkout, _user: f"export {rest}",
    "WORKDIR": lambda rest, _checkout, _user: f"mkdir -p {rest} && cd {rest}",
    "RUN": lambda rest, _checkout, _user: rest,
    "COPY": _copied,
    "HEALTHCHECK": _health,
    "CMD": _served,
}


def _instructions(dockerfile: str) -> Iterator[tuple[str, str]]:
    whole = _CONTINUED.sub(" ", dockerfile)
    for line in whole.splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest.strip()


def _command(listed: str) -> str:
    return shlex.join(json.loads(listed))


if __name__ == "__main__":
    text = (ROOT / "Dockerfile").read_text("utf-8")
    sys.stdout.write("\n".join(script(text, sys.argv[1])) + "\n")
