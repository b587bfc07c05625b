"""Takes the examples of the public data from a demo: `python -m scripts.data_examples ADDRESS`.

They are shown in the schema and on the page that describes the data. Lists are truncated, and the
host is a reserved one.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

TO: Final = Path(__file__).parent.parent / "web/publish/data/examples.json"
NOBODY: Final = "https://huapai.example"
MOST: Final = 1
"""The items that are kept of a list of objects."""
MOST_PLAIN: Final = 4


def fetch(address: str) -> Any:
    """Return the JSON at an address."""
    with urlopen(f"{address}?language=en") as answer:  # noqa: S310 - of who runs this
        return json.load(answer)


def short(value: Any) -> Any:
    """Return a value with truncated lists."""
    if isinstance(value, dict):
        return {key: short(part) for key, part in value.items()}
    if isinstance(value, list):
        most = MOST if value and isinstance(value[0], dict | list) else MOST_PLAIN
        return [short(part) for part in value[:most]]
    return value


def examples(base: str) -> dict[str, Any]:
    """Return the answer of each resource of the demo."""
    taken = {"index": fetch(f"{base}/api/1/")}
    taken["tournaments"] = fetch(taken["index"]["tournaments"])
    events = [
        (tournament, fetch(event["url"]))
        for tournament in taken["tournaments"]["items"]
        for event in tournament["events"]
    ]
    tournament, event = max(events, key=lambda pair: _liveliness(pair[1]))
    taken |= {"tournament": fetch(tournament["url"]), "event": event}
    for name in ("entries", "rounds", "standings", "results"):
        taken[name] = fetch(event[name])
    taken["round"] = fetch(taken["rounds"]["items"][0]["url"])
    taken["tables"] = fetch(taken["round"]["tables"])
    taken["deal"] = fetch(taken["results"]["items"][0]["url"])
    sets = [fetch(each["boards"]) for _, each in events]
    taken["boards"] = max(sets, key=_open_boards)
    boards = [board for shown in taken["boards"]["items"] for board in shown["boards"]]
    taken["board"] = fetch(max(boards, key=lambda board: board["is_open"])["url"])
    return taken


def _liveliness(event: dict[str, Any]) -> tuple[bool, int, int]:
    return event["game"] == "gongzhu", fetch(event["results"])["count"], -event["entry_count"]


def _open_boards(listed: dict[str, Any]) -> int:
    return sum(board["is_open"] for shown in listed["items"] for board in shown["boards"])


def main(base: str) -> None:
    """Write the examples."""
    text = json.dumps(short(examples(base.rstrip("/"))), ensure_ascii=False, indent=2)
    TO.write_text(re.sub(r"https?://[^/\"]+", NOBODY, text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
