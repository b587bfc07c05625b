"""Registers all words of this package once the program starts."""

from __future__ import annotations

from tournaments.wording import (
    boards,
    clocks,
    gongzhu,
    line_ups,
    pairing,
    problems,
    refusals,
    shengji,
    sit_outs,
    stages,
    standings,
    storage,
    structure,
)


def register() -> None:
    """Register the words of every code of the games, the structure and the record."""
    for words in (
        problems,
        gongzhu,
        shengji,
        refusals,
        storage,
        structure,
        standings,
        pairing,
        sit_outs,
        stages,
        boards,
        clocks,
        line_ups,
    ):
        words.register()
