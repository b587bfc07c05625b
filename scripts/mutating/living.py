"""The functions of the running program, whose code is exchanged for that of a mutant."""

from __future__ import annotations

import gc
import importlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeAlias

Key: TypeAlias = tuple[str, int]


class Living:
    """Every live function of some sources, by the position of its code."""

    def __init__(self, root: Path, paths: set[str]) -> None:
        """Import the sources, so that no function is created later with the old code."""
        self._root = root
        for path in sorted(paths):
            importlib.import_module(
                path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            )
        files = {str(root / path) for path in paths}
        self._functions: dict[str, dict[Key, list[FunctionType]]] = {
            file: defaultdict(list) for file in files
        }
        gc.unfreeze()  # objects frozen by a web server would not be listed
        for thing in gc.get_objects():
            # Ask the class, because a lazy object of Django would be evaluated by attribute access.
            if type(thing) is FunctionType and thing.__code__.co_filename in files:
                code = thing.__code__
                self._functions[code.co_filename][_key(code)].append(thing)

    def exchanges(self, path: str, before: str, after: str) -> list[tuple[FunctionType, CodeType]]:
        """Return the living functions whose code a change of a source touches, with the new code.

        There are none where the change is in a function that cannot be exchanged: one that is gone,
        or one that would bind other names of the function around it.
        """
        file = str(self._root / path)
        old, new = _codes(before, file), _codes(after, file)
        changed = {key: code for key, code in new.items() if key in old and code != old[key]}
        functions = self._functions[file]
        found = [(each, code) for key, code in changed.items() for each in functions.get(key, ())]
        is_sound = all(each.__code__.co_freevars == code.co_freevars for each, code in found)
        return found if is_sound else []


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _codes(source: str, file: str) -> Mapping[Key, CodeType]:
    """Return all code of a source; of two in one position, neither."""
    found: dict[Key, list[CodeType]] = defaultdict(list)
    for code in _below(compile(source, file, "exec", dont_inherit=True)):
        found[_key(code)].append(code)
    return {key: codes[0] for key, codes in found.items() if len(codes) == 1}


def _below(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _below(constant)


def _key(code: CodeType) -> Key:
    return code.co_qualname, code.co_firstlineno
