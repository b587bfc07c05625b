"""An article as a tournament keeps it: its levels in every column, and the organiser's own words.

As data it is a part of the JSON of a `Catalogue`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from tournaments.regulations.infractions import INFRACTIONS
from tournaments.regulations.infractions.values import (
    Authority,
    Escalation,
    FormColumn,
    Infraction,
    Level,
    RepeatWindow,
    Scope,
    Table,
    Terms,
)

OWN_FAMILY: Final = "O"
"""The family of the organiser's own articles, which have codes O-1, O-2 and so on."""
BY_CODE: Final[Mapping[str, Infraction]] = {row.code: row for row in INFRACTIONS}


@dataclass(frozen=True, slots=True)
class StoredArticle:
    """An article of a tournament; an empty `name` is the program's, in the reader's language.

    `number` is that of the organiser's own regulations, `is_off` one that is not in force.
    """

    code: str
    terms: Table
    who: Authority = Authority.REFEREE
    window: RepeatWindow | None = None
    counts: Scope = Scope.SIDE
    needs_facts: bool = False
    name: str = ""
    number: str = ""
    text: str = ""
    is_off: bool = False
    changed: bool = field(default=False, compare=False)
    """Whether it is not as the program has it."""

    @property
    def family(self) -> str:
        """The letter before its number."""
        return self.code[0]

    @property
    def is_own(self) -> bool:
        """Whether it is the organiser's, and not in the program's catalogue."""
        return self.code not in BY_CODE

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "code": self.code,
            "terms": {column.value: _terms_data(terms) for column, terms in self.terms.items()},
            "who": self.who.value,
            "window": self.window.value if self.window else "",
            "counts": self.counts.value,
            "needs_facts": self.needs_facts,
            "name": self.name,
            "number": self.number,
            "text": self.text,
            "is_off": self.is_off,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return it as it was stored."""
        read = cls(
            code=data["code"],
            terms={FormColumn(name): _read_terms(terms) for name, terms in data["terms"].items()},
            who=Authority(data["who"]),
            window=RepeatWindow(data["window"]) if data["window"] else None,
            counts=Scope(data["counts"]),
            **{name: data[name] for name in ("needs_facts", "name", "number", "text", "is_off")},
        )
        return cls(**{**read.values(), "changed": read != DEFAULTS.get(read.code)})

    def values(self) -> dict[str, Any]:
        """Return its fields by their names."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def from_program(infraction: Infraction) -> StoredArticle:
    """Return an infraction as a tournament has it that has changed nothing."""
    same = ("code", "terms", "who", "window", "counts", "needs_facts")
    return StoredArticle(**{name: getattr(infraction, name) for name in same})


def _terms_data(terms: Terms) -> dict[str, Any]:
    steps = [[step.nth, step.level.value, step.who and step.who.value] for step in terms.steps]
    return {"level": terms.level.value, "steps": steps}


def _read_terms(data: Mapping[str, Any]) -> Terms:
    steps = (
        Escalation(nth, Level(level), Authority(who) if who else None)
        for nth, level, who in data["steps"]
    )
    return Terms(Level(data["level"]), tuple(steps))


DEFAULTS: Final[Mapping[str, StoredArticle]] = {
    code: from_program(infraction) for code, infraction in BY_CODE.items()
}
"""The program's catalogue, by code and in its order."""
