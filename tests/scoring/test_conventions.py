"""Every module of `scoring` has docstrings with true examples."""

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cached_property
from types import FunctionType, ModuleType

import pytest

import scoring

MODULES = [
    "scoring",
    *(module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring.")),
]
FEWEST = 80
METHODS = (FunctionType, classmethod, property, cached_property)


def public_members(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield the public functions and classes of a module, and what is public in these."""
    for name, member in vars(module).items():
        if name.startswith("_") or getattr(member, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(member) or inspect.isclass(member):
            yield name, member
        if inspect.isclass(member):
            for inner, value in vars(member).items():
                if not inner.startswith("_") and isinstance(value, METHODS):
                    yield f"{name}.{inner}", value


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > FEWEST


@pytest.mark.full
def test_the_examples_in_docstrings_are_true() -> None:
    failures = {name: doctest.testmod(importlib.import_module(name)).failed for name in MODULES}
    assert {name: failed for name, failed in failures.items() if failed} == {}


def test_everything_public_says_what_it_is() -> None:
    silent = []
    for name in MODULES:
        module = importlib.import_module(name)
        silent += [] if module.__doc__ else [name]
        silent += [
            f"{name}.{label}"
            for label, member in public_members(module)
            if not inspect.getdoc(member)
        ]
    assert silent == []


def test_everything_that_can_be_called_has_an_example_or_its_class_has() -> None:
    assert [label for name in MODULES for label in without_example(name)] == []


def without_example(name: str) -> Iterator[str]:
    members = dict(public_members(importlib.import_module(name)))
    for label, member in members.items():
        owner = members.get(label.split(".")[0])
        if inspect.isclass(member) or getattr(owner, "_is_protocol", False):
            continue
        if ">>>" not in f"{inspect.getdoc(member)} {inspect.getdoc(owner)}":
            yield f"{name}.{label}"
