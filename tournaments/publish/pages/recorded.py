"""The answers recorded of the deals of a round, in games whose sheets ask questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Event, Result, Round
from tournaments.publish.pages.tables import DealView
from tournaments.results import queries
from tournaments.structure import boards
from tournaments.wording.answers import answer_text, question_text


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal with its answers, one for each question; unknown ones are empty."""

    deal: DealView
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """The questions of a game, and the answers by the uid of the deal."""

    questions: tuple[str, ...]
    answers: Mapping[str, tuple[str, ...]]

    def of(self, deals: Sequence[DealView]) -> tuple[RecordedDeal, ...]:
        """Return those of the deals that have answers."""
        return tuple(
            RecordedDeal(deal, self.answers[deal.uid]) for deal in deals if deal.uid in self.answers
        )


def read(event: Event, round_: Round) -> Recorded:
    """Return the recorded answers of a round, without those of sealed boards."""
    game = queries.game_of(event)
    asks = game.blank(game.rules(event.ruleset.rules)).asks
    if not asks:
        return Recorded((), {})
    results = Result.live.filter(deal__sitting__segment__match__round=round_)
    rows = results.select_related("deal__board").only("facts", "deal__uid", "deal__board")
    answers = {
        row.deal.uid: tuple(answer_text(question, row.facts, event.game) for question in asks)
        for row in rows
        if boards.is_open(row.deal.board)
    }
    known = {uid: texts for uid, texts in answers.items() if any(texts)}
    return Recorded(tuple(map(question_text, asks)), known)
