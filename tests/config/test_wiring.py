"""Whatever a module has for another one is registered when the program starts.

A module names it in a constant, and `config/wiring.py` brings it where it belongs: a constant that
is forgotten there would leave a code without words, or a bar of the desk without a count, and
nobody would notice before the evening.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from clubs.credentials import club_accounts
from config import wiring
from config.source_packages import DOCS, ROOT, at_least, modules
from tests.tournaments.wording.documented import enums_with_words
from tournaments import wording
from tournaments.entries import free_places
from tournaments.jobs import registry
from tournaments.progress import open_questions, table_notes
from tournaments.record import audit
from tournaments.wording import games
from web.publish import documents

MODULES: Final = 1100
WIRING: Final = "config/wiring.py"
BY_CLASS: Final[Mapping[type, Collection[object]]] = {
    wording.Lexicon: wiring.LEXICONS,
    games.Vocabulary: wiring.VOCABULARIES.values(),
    documents.DocumentKind: wiring.DOCUMENTS,
    table_notes.TableNoteSource: wiring.NOTES,
    open_questions.Questions: wiring.QUESTIONS,
}
"""What the constant is, and all of these that are registered."""
BY_ANNOTATION: Final[Mapping[str, Collection[object]]] = {
    "registry.Jobs": wiring.JOBS,
    "tuple[Kind, ...]": wiring.DOCUMENTS,
    "tuple[Filler, ...]": wiring.FILLERS,
    "Mapping[str, type[IntConverter | StringConverter]]": (wiring.CONVERTERS,),
}
"""What the constant is annotated with: functions and handlers have no class of their own."""
MAKERS: Final = {kind.__name__ for kind in BY_CLASS}
DECORATORS: Final = {"document"}
"""What makes such a constant of a function."""


def sources() -> list[tuple[Path, ast.Module]]:
    paths = [path for path in at_least(MODULES, modules()) if path != ROOT / WIRING]
    return [(path, ast.parse(path.read_text("utf-8"))) for path in paths]


@pytest.fixture(scope="module")
def program() -> list[tuple[Path, ast.Module]]:
    return sources()


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def constants(tree: ast.Module) -> Iterator[tuple[str, str, ast.expr | None]]:
    """Yield the public constants of a module: name, annotation without `Final`, and value."""
    for statement in tree.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                said = ast.unparse(annotation)
                said = said.removeprefix("Final[").removesuffix("]") if "Final[" in said else said
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                said = ""
            case _:
                continue
        if not name.startswith("_"):
            yield name, said, value


def made_by(value: ast.expr | None) -> str:
    called = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
    return called.rpartition(".")[2]


def decorated(tree: ast.Module) -> Iterator[tuple[str, str, ast.expr]]:
    """Yield the public functions of a module of which a decorator makes a value for others."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and not statement.name.startswith("_"):
            yield from (
                (statement.name, "", each)
                for each in statement.decorator_list
                if made_by(each) in DECORATORS
            )


def handed_on(program: list[tuple[Path, ast.Module]]) -> Iterator[tuple[str, Any, object]]:
    """Yield what modules have for others: where, what, and all of its kind that are registered."""
    for path, tree in program:
        for name, said, value in (*constants(tree), *decorated(tree)):
            if said not in BY_ANNOTATION and made_by(value) not in MAKERS | DECORATORS:
                continue
            found = getattr(import_module(name_of(path)), name)
            where = f"{name_of(path)}.{name}"
            if said in BY_ANNOTATION:
                yield where, found, BY_ANNOTATION[said]
            elif type(found) in BY_CLASS:
                yield where, found, BY_CLASS[type(found)]


@pytest.mark.full
def test_every_constant_that_is_for_another_module_is_registered(
    program: list[tuple[Path, ast.Module]],
) -> None:
    seen, forgotten = 0, []
    for where, found, registered in handed_on(program):
        seen += 1
        assert isinstance(registered, Collection)
        parts = found if isinstance(found, tuple) else (found,)
        if not all(any(part is each for each in registered) for part in parts):
            forgotten.append(where)
    assert forgotten == []
    # Lexicons, vocabularies, documents, jobs, and what the desk asks and is told.
    assert seen >= 4 + 2 + 17 + 4 + 3


def test_every_set_of_verbs_is_registered() -> None:
    paths = at_least(MODULES, modules())
    places = [path for path in paths if "\nclass Verb(" in path.read_text("utf-8")]
    found = [import_module(name_of(path)).Verb for path in places]
    assert set(found) == set(wiring.VERBS)
    assert len(found) == 4


@pytest.mark.full
def test_every_table_of_words_is_about_codes_that_have_words(
    program: list[tuple[Path, ast.Module]],
) -> None:
    """Words that stand in no lexicon are of codes that nobody can say."""
    seen, mute, known = 0, [], enums_with_words()
    for path, tree in program:
        for name, said, _value in constants(tree):
            if said.rpartition(".")[2] != "Words" or said.startswith("Mapping"):
                continue
            seen += 1
            codes = {type(code) for code in getattr(import_module(name_of(path)), name)}
            if not codes <= known:
                mute.append(f"{name_of(path)}.{name}")
    assert mute == []
    assert seen >= 32


def test_what_the_wiring_lists_has_come_to_its_place_in_order() -> None:
    assert [*table_notes._sources] == [*wiring.NOTES]
    assert [*open_questions._registered] == [*wiring.QUESTIONS]
    assert [*free_places._fillers] == [*wiring.FILLERS]
    assert [*club_accounts._registered] == [*wiring.HELD]
    assert [*audit._followers] == [*wiring.FOLLOWERS]
    for lexicon in wiring.LEXICONS:
        assert set(lexicon.codes) <= set(wording.registered())
    assert {kind.name for kind in wiring.DOCUMENTS} <= set(documents.names())
    kinds = {kind for handlers in wiring.JOBS for kind in handlers}
    assert kinds <= set(registry._handlers)


@pytest.mark.full
def test_only_the_app_of_the_program_reads_the_wiring(
    program: list[tuple[Path, ast.Module]],
) -> None:
    readers = [
        name_of(path)
        for path, tree in program
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and "config.wiring" in {str(node.module), *(f"{node.module}.{a.name}" for a in node.names)}
    ]
    assert readers == ["config.apps"]


def test_every_hook_stands_in_the_list_of_the_architecture(
    program: list[tuple[Path, ast.Module]],
) -> None:
    page = (ROOT / DOCS / "architecture.md").read_text("utf-8")
    _before, _, told = page.partition("## The hooks")
    listed, _, _after = told.partition("\n## ")
    hooks = [
        path.relative_to(ROOT).as_posix()
        for path, tree in program
        if any(isinstance(each, ast.FunctionDef) and each.name == "register" for each in tree.body)
    ]
    assert [path for path in hooks if f"`{path}`" not in listed] == []
    assert len(hooks) >= 11
