"""Members are sorted and found by pinyin, with surnames that are read otherwise."""

from __future__ import annotations

import importlib
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from tests.cast import Cast
from tournaments.models import Person
from tournaments.persons import keys


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("张三", "zhang san"),
        ("单雄信", "shan xiong xin"),
        ("曾志伟", "zeng zhi wei"),
        ("仇英", "qiu ying"),
        ("解缙", "xie jin"),
        ("任我行", "ren wo xing"),
        ("查良镛", "zha liang yong"),
        ("区志航", "ou zhi hang"),
        ("盖叫天", "ge jiao tian"),
        ("尉迟恭", "yuchi gong"),
        ("长孙无忌", "zhangsun wu ji"),
        ("令狐冲", "linghu chong"),
        ("王 小明", "wang xiao ming"),
        ("Li  NA", "li na"),
        ("Zoë", "zoe"),
        ("☺", ""),
    ],
)
def test_a_name_is_sorted_by_its_pinyin(name: str, key: str) -> None:
    assert keys.sort_key(name) == key


def member(cast: Cast, name: str, **values: object) -> Person:
    person = Person.objects.create(club=cast.club, name=name, **values)
    keys.set_keys([person])
    return person


@pytest.mark.parametrize(
    "typed", ["令狐", "冲", "linghuchong", "linghu", "chong", "LINGHU c", "lc", "12", "#12"]
)
def test_somebody_is_found_by_any_form_of_the_name(cast: Cast, typed: str) -> None:
    person = member(cast, "令狐冲", number=12)
    member(cast, "张三", number=120)
    assert list(Person.objects.filter(keys.found_by(typed))) == [person]


@pytest.mark.parametrize("typed", ["1", "hu", "%", "_", "|", "沖冲"])
def test_nobody_is_found_by_what_is_no_name(cast: Cast, typed: str) -> None:
    member(cast, "令狐冲", number=12)
    assert not Person.objects.filter(keys.found_by(typed), search_key__contains="linghu")


def test_an_alias_is_found_too(cast: Cast) -> None:
    person = member(cast, "张三")
    person.aliases.create(name="老三")
    keys.set_keys([person])
    assert list(Person.objects.filter(keys.found_by("laosan"))) == [person]


def test_persons_of_before_get_keys_and_numbers_in_their_order(cast: Cast) -> None:
    first = Person.objects.create(club=cast.club, name="张三")
    second = Person.objects.create(club=cast.club, name="☺")
    guest = Person.objects.create(club=cast.club, name="李四", guest=True)
    blanked = Person.objects.create(club=cast.club, name="")
    keys.fill()
    for person in (first, second, guest, blanked):
        person.refresh_from_db()
    assert (first.sort_key, first.number) == ("zhang san", 1)
    assert (second.sort_key, second.number) == ("", 2)
    assert (guest.sort_key, guest.number) == ("li si", None)
    assert (blanked.sort_key, blanked.number) == ("", None)
    assert keys.fill() == 0


@pytest.mark.parametrize("typed", ["oymz", "omz", "oym", "ouyangm", "mingzhu"])
def test_a_surname_of_two_characters_has_two_initials(cast: Cast, typed: str) -> None:
    person = member(cast, "欧阳明珠")
    member(cast, "欧明珠")
    found = Person.objects.filter(keys.found_by(typed))
    assert person in found
    assert found.count() == (2 if typed in ("omz", "mingzhu") else 1)


@pytest.mark.databases
def test_who_has_a_long_surname_gets_new_keys_after_migrating(cast: Cast) -> None:
    """The migration forgets their keys; the end of every `migrate` makes those missing."""
    names = ("欧阳明珠", "阿珠", "张三")
    persons = [member(cast, name, number=place) for place, name in enumerate(names, 1)]
    persons[1].aliases.create(name="司马珠")
    others = Person.objects.exclude(pk__in=[person.pk for person in persons])
    others.update(guest=True)
    Person.objects.update(search_key="|x|")
    module = importlib.import_module("tournaments.migrations.0028_initials_of_long_surnames")
    module.forget_keys(apps, SimpleNamespace(connection=connection))
    assert keys.fill() == 2
    found = [list(Person.objects.filter(keys.found_by(typed))) for typed in ("oymz", "smz", "zs")]
    assert found == [[persons[0]], [persons[1]], []]


@pytest.mark.databases
def test_a_change_of_keys_makes_them_again_and_no_name(cast: Cast) -> None:
    """The migration forgets the keys of all; the end of every `migrate` makes those missing."""
    names = ("欧阳 修", "阿卜杜拉 • 买买提", "Łukasz Müller", "陳偉")
    persons = [member(cast, name, number=place) for place, name in enumerate(names, 1)]
    blanked = Person.objects.create(club=cast.club, name="", guest=True)
    Person.objects.exclude(pk=blanked.pk).update(search_key="|x|", sort_key="x")
    module = importlib.import_module("tournaments.migrations.0042_keys_of_names")
    module.forget_keys(apps, SimpleNamespace(connection=connection))
    assert not Person.objects.exclude(search_key="").exists()
    keys.fill()
    for person, name in zip(persons, names, strict=True):
        person.refresh_from_db()
        assert person.name == name
    found = [
        list(Person.objects.filter(keys.found_by(typed)))
        for typed in ("欧阳修", "阿卜杜拉·买买提", "lukasz", "muller", "陈伟")
    ]
    assert found == [[persons[0]], [persons[1]], [persons[2]], [persons[2]], []]
    assert persons[0].sort_key == keys.sort_key("欧阳修")
