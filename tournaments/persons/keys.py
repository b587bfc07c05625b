"""Keys by which persons are sorted and found: pinyin, initials, aliases and numbers.

Keys are derived from the names and can be rebuilt at any time. Names are stored by `register`,
`merging` and `blanking`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.apps import apps as installed
from django.apps.registry import Apps
from django.db.models import Max, Q, QuerySet
from pypinyin import lazy_pinyin

from tournaments.entries.name_signs import HAN
from tournaments.entries.names import is_han, key_of, tidy
from tournaments.entries.surnames import LONG, SHORT
from tournaments.models import Alias, Club, Person

SORT_LENGTH: Final = 200
SEARCH_LENGTH: Final = 1000
AT_ONCE: Final = 500
HAN_SIGN: Final = re.compile(rf"[{HAN}]")
RUNS: Final = re.compile(rf"[{HAN}]+|[^\W_]+")
BAR: Final = "|"
PINYIN_V: Final = re.compile("[ln]üe?")
PLAIN_LETTERS: Final = str.maketrans(
    {
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "ø": "o",
        "ħ": "h",
        "ı": "i",
        "ŧ": "t",
        "ŋ": "n",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ß": "ss",
    }
)
"""Letters that Unicode does not take apart, as they are typed without a keyboard for them."""


def syllables(name: str) -> list[str]:
    """Return a name as words of pinyin, the surname first and as one word.

    >>> syllables("单雄信"), syllables("尉迟恭"), syllables("Li Na")
    (['shan', 'xiong', 'xin'], ['yuchi', 'gong'], ['li', 'na'])
    """
    words: list[str] = []
    for place, run in enumerate(RUNS.findall(key_of(name))):
        words += _of_han(run, is_first=place == 0) if is_han(run) else [run]
    return [word for word in map(_plain, words) if word]


def sort_key(name: str) -> str:
    """Return the key by which a name is sorted.

    >>> sort_key("曾志伟"), sort_key("O'Neil")
    ('zeng zhi wei', 'o neil')
    """
    return " ".join(syllables(name))[:SORT_LENGTH]


OTHER_INITIAL: Final = "#"
"""The heading of names without an initial, such as blanked ones."""


def initial_of(key: str) -> str:
    """Return the letter under which lists have a name with this sort key.

    >>> initial_of("zeng zhi wei"), initial_of("")
    ('Z', '#')
    """
    return key[:1].upper() if "a" <= key[:1] <= "z" else OTHER_INITIAL


def search_key(names: Iterable[str], numbers: Iterable[int] = ()) -> str:
    """Return the key by which a person is found under any of these names in any form.

    >>> search_key(["张三"], [12])
    '|张三|zhangsan|san|zs|#12|'
    """
    words: dict[str, None] = {}
    for name in names:
        words |= dict.fromkeys(_forms(name))
    words |= dict.fromkeys(f"#{number}" for number in numbers)
    key = BAR
    for word in words:
        if len(key) + len(word) < SEARCH_LENGTH:
            key += word + BAR
    return key if len(key) > 1 else ""


def found_by(typed: str) -> Q:
    """Return the condition that finds a person: each typed word is in one of the names.

    A word in Latin letters is the beginning of a name, of its pinyin or initials; a number has to
    match as a whole; Chinese characters may occur anywhere.
    """
    typed = tidy(typed)
    squeezed = "".join(key_of(typed).split()).replace(BAR, "")
    if not squeezed:
        return Q(pk__in=())
    words = key_of(typed).replace(BAR, " ").split()
    condition = Q()
    for word in words:
        condition &= Q(search_key__contains=_pattern(word))
    # A text typed with blanks may be one name written with spaces.
    return condition | Q(search_key__contains=_pattern(squeezed)) if len(words) > 1 else condition


def is_found_by(typed: str, names: Iterable[str], number: int | None = None) -> bool:
    """Whether every typed word is the number, or fits a name in pinyin, initials or characters.

    As in `found_by` the words may also be one name that was typed with blanks.

    >>> [is_found_by(typed, ["彭海涛"], 7) for typed in ("pht", "peng hai tao", "海", "7")]
    [True, True, True, True]
    >>> [is_found_by(typed, ["彭海涛"], 7) for typed in ("tao", "77", " ")]
    [False, False, False]
    """
    key, words = search_key(names), key_of(typed).split()
    one_word = "".join(words)
    if all(fits(number, key, word) for word in words):
        return bool(words)
    return not one_word.isdecimal() and fits(number, key, one_word)


def fits(number: int | None, key: str, word: str) -> bool:
    """Whether a word is the number of an entry, begins a name in Latin letters or occurs in one.

    `key` is the search key of the names.
    """
    if word.lstrip("#").isdecimal():
        return int(word.lstrip("#")[:9] or 0) == number
    return f"{BAR}{word}" in key if word.isascii() else word in key


def set_keys(persons: Sequence[Person], *, save: bool = True) -> None:
    """Build the keys of persons from their names, aliases and duplicates, and store them."""
    others = _other_names([person.pk for person in persons if person.pk])
    for person in persons:
        names = [person.name, *others.get(person.pk, {})] if person.name else []
        numbers = [number for number in (person.number,) if number]
        numbers += [number for number in others.get(person.pk, {}).values() if number]
        person.sort_key = sort_key(person.name)
        person.search_key = search_key(names, numbers)
    if save:
        Person.objects.bulk_update(persons, ["sort_key", "search_key"], batch_size=AT_ONCE)


def next_number(club: Club) -> int:
    """Return the number of the next member of a club."""
    return (club.persons.aggregate(most=Max("number"))["most"] or 0) + 1


def fill() -> int:
    """Fill missing keys and membership numbers of persons from earlier versions.

    Return the number of changed persons.
    """
    waiting = Person.objects.exclude(name="").filter(blanked_at=None)
    changed = 0
    for rows in _batches(waiting.filter(search_key="").order_by("pk")):
        set_keys(rows)
        changed += len(rows)
    clubs = Club.objects.filter(persons__in=waiting.filter(guest=False, number=None)).distinct()
    for club in clubs:
        changed += _number(club, waiting.filter(club=club, guest=False, number=None))
    return changed


def slices(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield rows in batches small enough for the parameters of a query."""
    for start in range(0, len(rows), AT_ONCE):
        yield rows[start : start + AT_ONCE]


def after_migrate(apps: Apps = installed, **_: Any) -> None:
    """Fill keys and numbers after `migrate` (or a flush), if any are missing."""
    fields = {field.name for field in apps.get_model("tournaments", "Person")._meta.fields}
    if "search_key" in fields:
        fill()


def _number(club: Club, rows: QuerySet[Person]) -> int:
    members = list(rows.order_by("created_at", "pk"))
    for number, person in enumerate(members, next_number(club)):
        person.number = number
    Person.objects.bulk_update(members, ["number"], batch_size=AT_ONCE)
    set_keys(members)
    return len(members)


def _batches(rows: QuerySet[Person]) -> Iterator[list[Person]]:
    while batch := list(rows[:AT_ONCE]):
        yield batch
        if all(not person.search_key for person in batch):
            # Names without any letter have no key, and would be selected for ever.
            rows = rows.filter(pk__gt=batch[-1].pk)


def _other_names(keys: Sequence[int]) -> Mapping[int, dict[str, int | None]]:
    """Return aliases, and names and numbers of duplicates, by the key of the person."""
    names: dict[int, dict[str, int | None]] = defaultdict(dict)
    for wanted in slices(keys):
        aliases = Alias.objects.filter(Q(person__in=wanted) | Q(person__same_as__in=wanted))
        for name, key, same in aliases.values_list("name", "person", "person__same_as"):
            names[same or key][name] = None
        doubles = Person.objects.filter(same_as__in=wanted)
        for name, number, same in doubles.values_list("name", "number", "same_as"):
            names[same or 0][name] = number
    return names


def _of_han(run: str, *, is_first: bool) -> list[str]:
    surname: list[str] = []
    if is_first and (syllables_of_surname := _long_surname(run)):
        surname, run = ["".join(syllables_of_surname)], run[2:]
    elif is_first and run[0] in SHORT:
        surname, run = [SHORT[run[0]]], run[1:]
    return surname + (lazy_pinyin(run, v_to_u=False) if run else [])


def _plain(word: str) -> str:
    """Return a word in plain letters: é becomes e, ł becomes l, and the ü of pinyin v."""
    spelled = word.replace("ü", "v") if PINYIN_V.fullmatch(word) else word
    decomposed = unicodedata.normalize("NFKD", spelled.translate(PLAIN_LETTERS))
    return "".join(sign for sign in decomposed if sign.isalnum())


def _forms(name: str) -> Iterator[str]:
    """Yield the forms of a name: as written, in pinyin, the given name, and the initials."""
    words = syllables(name)
    yield key_of(name).replace(" ", "").replace(BAR, "")
    yield "".join(words)
    if len(words) > 1:
        yield "".join(words[1:])
        yield "".join(word[0] for word in words)
    # 欧阳明珠 is `omz` and `oymz`.
    if surname := _long_surname("".join(RUNS.findall(key_of(name))[:1])):
        yield "".join(word[0] for word in (*surname, *words[1:]))


def _long_surname(run: str) -> tuple[str, ...]:
    """Return the syllables of a two-character surname at the beginning of a name, if any."""
    return LONG.get(run[:2], ()) if len(run) > 2 else ()


def _pattern(word: str) -> str:
    if word.startswith("#") or word.isdecimal():
        return f"{BAR}#{word.lstrip('#')}{BAR}"
    plain = _plain(word)
    return word if HAN_SIGN.search(word) or not plain else BAR + plain
