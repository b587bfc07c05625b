"""Parses pasted lines of persons: the persons on each line, their club, and any doubt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tournaments.entries.name_signs import HAN, private_signs
from tournaments.entries.names import as_stored, is_han, is_name, tidy
from tournaments.entries.reading.chat_phrases import are_two_names
from tournaments.entries.reading.line_kinds import (
    Label,
    is_doubtful_name,
    is_end,
    is_heading,
    is_talk,
    label_of,
    no_entry,
    title_ends,
)
from tournaments.entries.reading.lines import ListLine, without_label
from tournaments.entries.reading.person_words import PersonWords, person_of
from tournaments.entries.reading.reasons import LineReason, ListDoubt
from tournaments.entries.reading.signs import (
    AWAY,
    COUNT,
    WAITS,
    is_club,
    is_nobody,
    is_remark,
    is_sex,
    is_short_name,
    is_usual_name,
)
from tournaments.entries.reading.values import (
    ListKind,
    ReadEntry,
    ReadLine,
    asked,
    entry,
    left_out,
    problem,
    under_club,
)

STRONG: Final = re.compile(rf"\s*[、;；]\s*|(?<=[{HAN}]{{2}})\s+[和跟与及]\s+(?=[{HAN}]{{2}})")
SLASH: Final = re.compile(r"\s*[/／&＆+＋]\s*")
REPLACED: Final = re.compile(r"\s*(?:→|->|=>|➔|换成|换为|改为|改成|替换为)\s*")
"""Between who stood in a list and who comes instead."""
AND: Final = re.compile(rf"^([{HAN}]{{2,3}})[和与跟及]([{HAN}]{{2,3}})$")
LONGEST_NAME: Final = 120
LONGEST_CLUB: Final = 60


def read_persons(lines: Sequence[ListLine], kind: ListKind) -> list[ReadLine]:
    """Return the persons that pasted lines name."""
    first = title_ends(lines)
    parted = [
        None if _reason(line, place < first) else _split_persons(line, kind)
        for place, line in enumerate(lines)
    ]
    columns = _Columns.of([person for persons in parted if persons for person in persons], lines)
    return [
        _left_out(line, place < first)
        if persons is None
        else _interpret(line, persons, columns, kind, is_above=place < first)
        for place, (line, persons) in enumerate(zip(lines, parted, strict=True))
    ]


def _reason(line: ListLine, is_title: bool) -> LineReason | None:
    """Return why a line is no entry, None if it may be one."""
    if line.heads_club:
        return LineReason.TITLE
    reason = no_entry(line)
    label, rest = without_label(line)
    kind = label_of(label) if label else None
    if kind in (Label.TALK, Label.CONTACT) and not line.is_numbered:
        reason = reason or (LineReason.TALK if kind is Label.TALK else LineReason.CONTACT)
    if is_heading(line) or (label and not rest.body and kind is not Label.PERSON):
        reason = reason or LineReason.TITLE
    if label and not line.is_numbered and re.search("[0-9].*[人名位对队个]$", rest.body):
        reason = reason or (LineReason.TALK if COUNT.fullmatch(rest.body) else None)
    is_talking = is_talk(line) if not label else kind is Label.UNKNOWN and is_end(line)
    if reason is None and not line.is_numbered and is_talking:
        reason = LineReason.TALK
    if reason is None and is_title and not label and not is_usual_name(line.body):
        reason = LineReason.TITLE
    return reason


def _left_out(line: ListLine, is_title: bool) -> ReadLine:
    return left_out(line.number, line.text, _reason(line, is_title) or LineReason.TITLE)


def _split_persons(line: ListLine, kind: ListKind) -> list[PersonWords]:
    """Split a line at the punctuation that always separates persons."""
    label, rest = without_label(line)
    meaning = label_of(label) if label else None
    if meaning is Label.PERSON or (meaning is Label.UNKNOWN and line.is_numbered):
        rest = line
    return [person for part in STRONG.split(rest.body) if (person := person_of(part, kind))]


@dataclass(frozen=True, slots=True)
class _Columns:
    """The meaning of the second words and of bracketed words, judged over all lines of a list."""

    seconds: frozenset[str] = frozenset()
    insides: frozenset[str] = frozenset()

    @classmethod
    def of(cls, persons: Sequence[PersonWords], lines: Sequence[ListLine]) -> _Columns:
        """Return the words that are clubs because they repeat."""
        seconds = [person.others[0] for person in persons if person.others]
        named = [person.club for person in persons if person.club]
        insides = [words for line in lines for words in line.inside if not is_remark(words)]
        return cls(_repeating([*seconds, *named], len(persons)), _repeating(insides, len(lines)))


def _repeating(words: Sequence[str], total: int) -> frozenset[str]:
    """Return all words of a column whose words repeat, as clubs do and names do not.

    >>> sorted(_repeating(["城北", "城南", "城北", "城东"], 4)) == sorted({"城北", "城南", "城东"})
    True
    """
    counts = Counter(words)
    repeated = sum(count for count in counts.values() if count > 1)
    clubs = sum(count for word, count in counts.items() if is_club(word))
    usual = sum(is_usual_name(word) for word in counts)
    is_column = len(words) > 2 and 2 * len(words) > total
    is_club_column = is_column and (2 * repeated >= len(words) or 2 * clubs > len(words))
    if not is_club_column or 2 * usual > len(counts):
        return frozenset()
    # A name among words that are certainly clubs may be a second person.
    odd = [word for word, count in counts.items() if count == 1 and is_usual_name(word)]
    return frozenset(counts) - (frozenset(odd) if 2 * clubs > len(words) else frozenset())


def _interpret(
    line: ListLine,
    persons: Sequence[PersonWords],
    columns: _Columns,
    kind: ListKind,
    *,
    is_above: bool,
) -> ReadLine:
    """Return what a line says, by itself and by the rest of its list."""
    if len(persons) > 1 and not _is_away(persons[-1]):
        persons = [person for person in persons if not _is_away(person)]
    label, _rest = without_label(line)
    meaning = label_of(label) if label else None
    if line.is_away or meaning is Label.AWAY or any(map(_is_away, persons)):
        return left_out(line.number, line.text, LineReason.AWAY)
    if len(instead := REPLACED.split(line.body)) == 2 and all(map(is_short_name, instead)):
        new = ReadEntry((as_stored(instead[1]),), remark=tidy(line.body))
        return asked(line.number, line.text, ListDoubt.IS_A_NAME, (new,))
    persons = [person for person in persons if not is_nobody(person.name)]
    if not persons or not any(is_name(person.name) for person in persons):
        return left_out(line.number, line.text, LineReason.NO_NAME)
    is_labelled = meaning in (Label.LIST, Label.GROUP, Label.WAITS)
    read = _of_several(line, persons, columns, is_labelled=is_labelled)
    if read is None:
        read = _of_one(line, persons, columns)
    read = _with_label(read, label, meaning)
    read = under_club(_with_brackets(read, line, columns), line.club_above)
    if kind is ListKind.SEEDING and line.ordinal:
        read = replace(read, reads=tuple(replace(one, seeding=line.ordinal) for one in read.reads))
    read = _checked(_with_phone(read, line, kind), line, is_labelled, is_above=is_above)
    if any(WAITS.match(words) for person in persons for words in person.remarks):
        read = _asked_if_sure(read, ListDoubt.WAITS)
    return _with_member_number(read, line)


def _asked_if_sure(read: ReadLine, doubt: ListDoubt) -> ReadLine:
    """Return a line as a question if it would be an entry; any other line unchanged."""
    if read.state.value != "entry":
        return read
    return replace(asked(read.number, read.text, doubt, read.reads), dropped=read.dropped)


def _is_away(person: PersonWords) -> bool:
    return any(map(AWAY.match, (person.name, *person.remarks)))


def _read_of(person: PersonWords, *, club: str = "", remark: str = "") -> ReadEntry:
    remarks = [*filter(None, [remark]), *person.remarks]
    return ReadEntry(
        (person.name,),
        club=person.club or club,
        remark="，".join(remarks),
        rating=person.rating,
    )


def _of_several(
    line: ListLine, persons: Sequence[PersonWords], columns: _Columns, *, is_labelled: bool
) -> ReadLine | None:
    """Return a line with persons separated by commas, blanks or slashes, None for any other
    line.
    """
    if len(persons) > 1:
        return None
    (person,) = persons
    slashed = SLASH.split(line.body) if SLASH.search(line.body) else []
    joined = AND.match(line.body)
    if joined and all(map(is_usual_name, joined.groups())):
        slashed = [*joined.groups()]
    names = [person.name, *person.others]
    if slashed:
        names = [as_stored(part) for part in slashed if not (is_nobody(part) or is_sex(part))]
    if len(names) < 2 or any(name in columns.seconds for name in names[1:]):
        return None
    if not all(is_short_name(name) for name in names) or any(map(is_club, names)):
        return None
    reads = tuple(ReadEntry((name,), club=person.club) for name in names)
    reads = (*reads[:-1], replace(reads[-1], remark="，".join(person.remarks)))
    usual = sum(map(is_usual_name, names))
    are_certain = is_labelled or (len(names) > 2 and usual > 1 and not person.by_tab)
    if are_certain or person.club:
        # A club after several names may be that of all of them, or of the last.
        without = tuple(replace(read, club="") for read in reads)
        return (
            asked(line.number, line.text, ListDoubt.SECOND_IS_CLUB, reads, without)
            if person.club
            else entry(line.number, line.text, *reads)
        )
    otherwise = (_read_of(replace(person, name=names[0]), club=names[1]),)
    are_latin = not any(map(is_han, names))
    if usual == len(names) or slashed or len(names) > 2 or are_latin:
        return asked(line.number, line.text, ListDoubt.SEVERAL_PERSONS, reads, otherwise)
    return None


def _of_one(line: ListLine, persons: Sequence[PersonWords], columns: _Columns) -> ReadLine:
    """Return a line of persons, each with the words after the name."""
    reads, otherwise, is_doubtful = [], [], False
    for person in persons:
        second, rest = person.others[:1], person.others[1:]
        certain = not second or second[0] in columns.seconds
        is_doubtful |= not certain and not person.club
        more = replace(person, remarks=(*rest, *person.remarks))
        if person.club:
            more = replace(person, remarks=(*person.others, *person.remarks))
            second = ()
        reads.append(_read_of(more, club="".join(second)))
        otherwise.append(_read_of(more, remark="".join(second)))
    if is_doubtful:
        return asked(
            line.number, line.text, ListDoubt.SECOND_IS_CLUB, tuple(reads), tuple(otherwise)
        )
    return entry(line.number, line.text, *reads)


def _with_label(read: ReadLine, label: str, meaning: Label | None) -> ReadLine:
    """Return a line with the meaning of the words before its colon."""
    if meaning is Label.CLUB or meaning is Label.UNKNOWN:
        if any(one.members[0].startswith(label) for one in read.reads):
            return read
        clubbed = tuple(replace(one, club=one.club or tidy(label)) for one in read.reads)
        if meaning is Label.CLUB or read.state.value != "entry":
            return replace(read, reads=clubbed)
        return asked(read.number, read.text, ListDoubt.LABEL_IS_CLUB, clubbed, read.reads)
    if meaning is Label.WAITS:
        waiting = tuple(replace(one, remark=one.remark or label) for one in read.reads)
        return asked(read.number, read.text, ListDoubt.WAITS, waiting)
    return read


def _with_brackets(read: ReadLine, line: ListLine, columns: _Columns) -> ReadLine:
    """Return a line with the contents of its brackets: a sex, a club, or a remark."""
    said = [words for words in line.inside if not is_sex(words)]
    remarks = [*(words for words in said if is_remark(words)), *line.remarks]
    others = [words for words in said if not is_remark(words)]
    if remarks:
        read = replace(
            read, reads=_remarked(read.reads, remarks), otherwise=_remarked(read.otherwise, remarks)
        )
    if any(WAITS.match(words) for words in remarks):
        return asked(read.number, read.text, ListDoubt.WAITS, read.reads)
    if not others:
        return read
    if any(one.club for one in read.reads) or len(read.reads) > 1:
        return replace(read, reads=_remarked(read.reads, others))
    clubbed = tuple(replace(one, club=others[0]) for one in read.reads)
    if len(others) > 1:
        clubbed = _remarked(clubbed, others[1:])
    if is_club(others[0]) or others[0] in columns.insides or read.state.value != "entry":
        return replace(read, reads=clubbed)
    remarked = _remarked(read.reads, others)
    return asked(read.number, read.text, ListDoubt.BRACKETS_ARE_CLUB, clubbed, remarked)


def _remarked(reads: tuple[ReadEntry, ...], remarks: Sequence[str]) -> tuple[ReadEntry, ...]:
    """Return the persons of a line, with remarks on the last of them."""
    if not reads:
        return reads
    last = reads[-1]
    said = [last.remark] if last.remark else []
    return (*reads[:-1], replace(last, remark="，".join([*said, *remarks])))


def _with_phone(read: ReadLine, line: ListLine, kind: ListKind) -> ReadLine:
    """Return a line with the telephone, which only the register stores."""
    if not line.phone:
        return read
    if kind is ListKind.MEMBERS and len(read.reads) == 1:
        cells = {"phone": line.phone}
        return replace(read, reads=tuple(replace(one, cells=cells) for one in read.reads))
    return replace(read, dropped=(*read.dropped, line.phone))


def _with_member_number(read: ReadLine, line: ListLine) -> ReadLine:
    """Return a line of the register with the membership number."""
    if not line.member or len(read.reads) != 1:
        return read
    numbered, otherwise = (
        tuple(replace(one, number=line.member) for one in reads)
        for reads in (read.reads, read.otherwise)
    )
    if line.is_doubtful and read.state.value == "entry":
        doubt = asked(line.number, line.text, ListDoubt.FRONT_IS_NUMBER, numbered, read.reads)
        return replace(doubt, dropped=read.dropped)
    return replace(read, reads=numbered, otherwise=otherwise)


def _checked(read: ReadLine, line: ListLine, is_labelled: bool, *, is_above: bool) -> ReadLine:
    """Return a line, as a question or a problem if one of its names is doubtful."""
    read = replace(read, dropped=(*line.dropped, *read.dropped))
    for one in read.reads:
        name = one.members[0]
        if not is_name(name):
            return problem(
                line.number, line.text, LineReason.NOT_A_NAME, row=line.number, text=name[:40]
            )
        if len(name) > LONGEST_NAME or len(one.club) > LONGEST_CLUB:
            too_long = name if len(name) > LONGEST_NAME else one.club
            return problem(
                line.number, line.text, LineReason.TOO_LONG, row=line.number, text=too_long[:20]
            )
    if read.state.value != "entry":
        return read
    names = [one.members[0] for one in read.reads]
    if any(map(private_signs, names)):
        return _asked_if_sure(read, ListDoubt.UNKNOWN_SIGN)
    is_certain = bool(line.is_numbered or line.member or is_labelled or len(names) > 2)
    is_addressed = line.body.endswith((":", "：")) and not is_certain
    is_addressed = is_addressed and not (line.phone or line.is_said)
    is_doubtful = is_above or is_addressed or are_two_names(line.text)
    if is_doubtful or any(is_doubtful_name(name, is_numbered=is_certain) for name in names):
        return _asked_if_sure(read, ListDoubt.IS_A_NAME)
    return read
