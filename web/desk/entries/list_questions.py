"""Questions about a list and notes on its file, for the pages that show what was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext

from tournaments import wording
from tournaments.base.marked import marked
from tournaments.base.separators import join_facts
from tournaments.entries.name_signs import private_signs
from tournaments.entries.reading.identity import masked
from tournaments.entries.reading.reasons import ANSWERS, ListDoubt
from tournaments.entries.reading.values import NO, YES, ListQuestion, ListReading, ReadLine
from tournaments.wording.values import listed

MOST_NAMED: Final = 12
"""Lines that a question names; the others are only counted."""


def list_context(
    reading: ListReading, questions: Sequence[ListQuestion], answers: Mapping[str, str]
) -> dict[str, Any]:
    """Return the context of `desk/parts/_list_source.html` and `_list_questions.html`."""
    asked = [_question(question) for question in questions]
    open_kinds = {question["kind"] for question in asked}
    return {
        "source": reading.source,
        "taken": _list_source(reading),
        "notes": [wording.problem_text(note) for note in reading.notes],
        "questions": asked,
        "answered": [
            _answered(ListDoubt(kind), answer)
            for kind, answer in answers.items()
            if kind not in open_kinds
        ],
        "answers": [f"{kind}:{answer}" for kind, answer in answers.items()],
    }


def _question(question: ListQuestion) -> dict[str, Any]:
    yes, no = ANSWERS[question.doubt]
    return {
        "kind": question.doubt.value,
        "words": wording.sentence(question.doubt),
        "yes": str(marked(yes)),
        "no": str(marked(no)),
        "lines": [(line.number, _text(line)) for line in question.lines[:MOST_NAMED]],
        "more": max(len(question.lines) - MOST_NAMED, 0),
    }


def _text(line: ReadLine) -> str:
    """Return a line as written, with codes for characters that Unicode does not assign."""
    return join_facts(listed(private_signs(line.text)), masked(line.text))


def _answered(doubt: ListDoubt, answer: str) -> dict[str, str]:
    yes, no = ANSWERS[doubt]
    other = NO if answer == YES else YES
    return {
        "words": wording.sentence(doubt),
        "answer": str(marked(yes if answer == YES else no)),
        "other": f"{doubt.value}:{other}",
        "other_words": str(marked(no if answer == YES else yes)),
    }


def _list_source(reading: ListReading) -> str:
    """Say where in the file the list was found."""
    source = reading.source
    if source.first_row is None:
        return ""
    if source.sheet is None:
        return gettext("Read from row %(row)s on.") % {"row": source.first_row}
    values = {"number": source.sheet_number, "sheet": source.sheet, "row": source.first_row}
    return gettext("Read from sheet %(number)s “%(sheet)s”, row %(row)s on.") % values
