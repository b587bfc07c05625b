"""Parses pasted lines of pairs: the two names of each, and any doubt about them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tournaments.entries.name_signs import HAN, private_signs
from tournaments.entries.names import as_stored, is_han, is_name
from tournaments.entries.reading.line_kinds import (
    Label,
    is_heading,
    is_talk,
    label_of,
    no_entry,
    title_ends,
)
from tournaments.entries.reading.lines import ListLine, unglued, without_label, words_of
from tournaments.entries.reading.reasons import LineReason, ListDoubt
from tournaments.entries.reading.signs import (
    AWAY,
    WAITS,
    is_club,
    is_nobody,
    is_remark,
    is_sex,
    is_short_name,
    is_usual_name,
)
from tournaments.entries.reading.values import (
    ReadEntry,
    ReadLine,
    asked,
    entry,
    left_out,
    problem,
    under_club,
)

SEVERAL: Final = re.compile(
    r"\s*[;；]\s*|(?<=[^\s/／][/／、&＆+＋-]\S{2})\s+vs\.?\s+", re.IGNORECASE
)
BETWEEN: Final = re.compile(
    rf"\s*(?:[/／、&＆+＋|｜\t~～]+|(?<=[{HAN}])\s*[-—–－‐‒―]+\s*(?=[{HAN}])|(?<=\S)\s+[-—–－‐‒―]+\s+(?=\S))\s*"
)
"""Between the two names of a pair, whatever they are."""
PAIR: Final = re.compile(r"[^/／&＆+＋]+[/／&＆+＋][^/／&＆+＋]+")
COMMA: Final = re.compile(r"\s*[，,]\s*")
AND_WORD: Final = re.compile(r"\s+(?:跟|和|与|及|同|配对?|搭档?|拍档|and|with)\s+", re.IGNORECASE)
OWN_LABELS: Final = frozenset(["队名", "组合", "组合名", "对名"])
AGAINST: Final = re.compile(r"\s+(?:vs\.?|对|对阵)\s+", re.IGNORECASE)
GLUED_AND: Final = re.compile(rf"^([{HAN}]{{2,3}})\s*[跟和与搭配]\s*([{HAN}]{{2,3}})$")
LONGEST: Final = 120
Parted = tuple[list[str], list[str], bool]
"""The names of a part of a line, what stands behind them, and whether it is sure."""


def read_pairs(lines: Sequence[ListLine]) -> list[ReadLine]:
    """Return the pairs that pasted lines name."""
    first = title_ends(lines)
    return [_line(line, is_title=place < first) for place, line in enumerate(lines)]


def _line(line: ListLine, *, is_title: bool) -> ReadLine:
    if line.heads_club:
        return left_out(line.number, line.text, LineReason.TITLE)
    label, rest = without_label(line)
    meaning = label_of(label) if label else None
    own, rest = _own_name(label, rest)
    parts = [pair for part in SEVERAL.split(rest.body) if part for pair in _split_pairs(part)]
    pairs = [_names(part) for part in parts]
    remarks = [*line.inside, *line.remarks, *(word for _n, more, _s in pairs for word in more)]
    reason = _reason(line, label, meaning, is_title=is_title, pairs=pairs)
    if reason is None and (label and not rest.body):
        reason = LineReason.TITLE
    if reason is not None:
        return left_out(line.number, line.text, reason)
    own = own or (label if meaning in (Label.UNKNOWN, Label.CLUB) else "")
    read = _pairs(line, pairs, own=own)
    if meaning is Label.WAITS or any(map(WAITS.match, remarks)):
        read = asked(line.number, line.text, ListDoubt.WAITS, read.reads) if read.reads else read
    read = under_club(read, line.club_above)
    return replace(read, dropped=(*line.dropped, *filter(None, [line.phone])))


def _reason(
    line: ListLine, label: str, meaning: Label | None, *, is_title: bool, pairs: Sequence[Parted]
) -> LineReason | None:
    """Return why a line is no pair, None if it may be one."""
    reason = no_entry(line)
    if meaning in (Label.TALK, Label.CONTACT) and not line.is_numbered:
        reason = reason or (LineReason.TALK if meaning is Label.TALK else LineReason.CONTACT)
    is_away = any(AWAY.match(word) for _names_, more, _sure in pairs for word in more)
    if reason is None and (meaning is Label.AWAY or line.is_away or is_away):
        reason = LineReason.AWAY
    if reason is None and is_heading(line):
        return LineReason.TITLE
    is_pair = bool(pairs) and all(len(names) > 1 for names, _more, _sure in pairs)
    if reason is None and not is_pair and not label:
        is_talking = not line.is_numbered and is_talk(line)
        reason = LineReason.TALK if is_talking else LineReason.TITLE if is_title else None
    return LineReason.TITLE if reason is None and is_title and not is_pair else reason


def _own_name(label: str, rest: ListLine) -> tuple[str, ListLine]:
    """Return the name of a pair that stands as a label, and the line after it: 队名：雄狮
    王五/赵六.
    """
    first, _blank, names = rest.body.partition(" ")
    if label not in OWN_LABELS or not names or BETWEEN.search(first):
        return "", rest
    return first, replace(rest, body=names.strip())


def _split_pairs(part: str) -> list[str]:
    """Split a part in which blanks or commas separate pairs that have a separator of their own.

    >>> _split_pairs("张三/李四 王五/赵六"), _split_pairs("Wang Wei/Li Na")
    (['张三/李四', '王五/赵六'], ['Wang Wei/Li Na'])
    """
    words = [word for word in re.split(r"[\s，,、]+", part) if word]
    are_pairs = len(words) > 1 and all(map(PAIR.fullmatch, words))
    return words if are_pairs else [part]


def _names(part: str) -> Parted:
    """Return the names of a part of a line, the words after them, and whether they are certain.

    >>> _names("张  三/李  四"), _names("钱七 跟 孙八")
    ((['张三', '李四'], [], True), (['钱七', '孙八'], [], True))
    """
    cells, sure = _cells(part)
    if four := _two_in_each(cells):
        return four, [], False
    names, more = [], []
    for cell in cells:
        chunks = COMMA.split(cell) if is_usual_name(COMMA.split(cell)[0]) else [cell]
        words = [word for chunk in chunks for word in words_of(chunk)]
        words = [piece for word in words for piece in unglued(word)]
        words = [word for word in words if not is_sex(word)] or [""]
        if len(words) == 2 and is_usual_name(words[1]) and not is_usual_name(words[0]):
            words, sure = words[::-1], False
        whole = as_stored(words[0])
        names.append("" if is_nobody(whole) or AWAY.match(whole) else whole)
        more += words[1:]
    return names, more, sure


def _cells(part: str) -> tuple[list[str], bool]:
    """Return the texts of the two names of a part, and whether the split is certain."""
    sure = True
    cells = [cell for cell in BETWEEN.split(part) if cell.strip()]
    if len(cells) < 2 and AND_WORD.search(part):
        cells = [cell for cell in AND_WORD.split(part) if cell.strip()]
    if len(cells) < 2 and AGAINST.search(part):
        cells, sure = [cell for cell in AGAINST.split(part) if cell.strip()], False
    if len(cells) < 2 and COMMA.search(part):
        cells = [cell for cell in COMMA.split(part) if cell.strip()]
    if len(cells) < 2 and (glued := GLUED_AND.match(part.strip())):
        cells, sure = [glued[1], glued[2]], False
    if len(cells) < 2:
        cells = _blank_names(part)
    return cells, sure


def _two_in_each(cells: Sequence[str]) -> list[str]:
    """Return the four names of a part with two on each side of its separator."""
    words = [words_of(cell) for cell in cells]
    are_names = all(len(each) == 2 and all(map(is_usual_name, each)) for each in words)
    return [name for each in words for name in each] if len(cells) == 2 and are_names else []


def _blank_names(part: str) -> list[str]:
    """Return the words of a part in which only blanks separate the names."""
    words = [word for word in words_of(part) if not is_sex(word)]
    if len(words) == 1 and not is_han(as_stored(words[0])) and len(words[0].split()) == 2:
        return words[0].split()
    return words


def _pairs(line: ListLine, parts: Sequence[Parted], own: str) -> ReadLine:
    reads, doubt = [], None
    for names, more, sure in parts:
        filled = [name for name in names if name and not is_remark(name)]
        said = [*more, *(name for name in names if name and is_remark(name))]
        if len(filled) > 3 and len(filled) % 2 == 0 and all(map(is_short_name, filled)):
            doubt = ListDoubt.SEVERAL_PAIRS
            reads += [
                ReadEntry(tuple(filled[place : place + 2])) for place in range(0, len(filled), 2)
            ]
            continue
        missing = _missing(line, filled, [*filter(None, names)])
        if missing:
            return missing
        reads.append(_read(filled, said, line, own))
        if not sure or not _is_sure(filled, line) or _is_cut(filled, more):
            doubt = doubt or ListDoubt.IS_A_PAIR
    if not reads:
        return left_out(line.number, line.text, LineReason.NO_NAME)
    if any(private_signs(name) for read in reads for name in read.members):
        doubt = doubt or ListDoubt.UNKNOWN_SIGN
    if doubt:
        return asked(line.number, line.text, doubt, tuple(reads))
    return entry(line.number, line.text, *reads)


def _is_cut(names: Sequence[str], more: Sequence[str]) -> bool:
    """Whether a part of a name may stand behind it: 猪 八戒, where 猪 is no name by itself."""
    cut = [len(name) == 1 and is_han(name) for name in names[:2]]
    if any(cut) and not all(cut):
        return True
    return any(
        is_han(word) and not (is_remark(word) or is_club(word) or AWAY.match(word)) for word in more
    )


def _missing(line: ListLine, names: Sequence[str], words: Sequence[str]) -> ReadLine | None:
    """Return the problem of a pair without two names, None if it has two."""
    if not names and words:
        code, said = LineReason.PARTNER_MISSING, words[0][:40]
        return problem(line.number, line.text, code, row=line.number, name=said)
    if not names:
        return left_out(line.number, line.text, LineReason.NO_NAME)
    wrong = [name for name in names[:2] if not is_name(name)]
    if wrong:
        return problem(
            line.number, line.text, LineReason.NOT_A_NAME, row=line.number, text=wrong[0][:40]
        )
    long = [name for name in names if len(name) > LONGEST]
    if long:
        return problem(
            line.number, line.text, LineReason.TOO_LONG, row=line.number, text=long[0][:20]
        )
    if len(names) < 2:
        code, name = LineReason.PARTNER_MISSING, names[0]
        return problem(line.number, line.text, code, row=line.number, name=name[:40])
    return None


def _read(names: Sequence[str], more: Sequence[str], line: ListLine, own: str) -> ReadEntry:
    third = [*names[2:]]
    said = [words for words in (*more, *line.inside, *line.remarks) if not is_sex(words)]
    clubs = [words for words in (*third, *said) if is_club(words) and not is_remark(words)]
    own_name = own or "".join(name for name in third[:1] if name not in clubs)
    rest = [words for words in (*third, *said) if words not in (own_name, *clubs[:1])]
    return ReadEntry(
        tuple(names[:2]), name=own_name, club="".join(clubs[:1]), remark="，".join(rest)
    )


def _is_sure(names: Sequence[str], line: ListLine) -> bool:
    """Whether the first two words of a line are certainly two persons."""
    has_sign = bool(BETWEEN.search(line.body) or AND_WORD.search(line.body))
    if any(map(is_club, names[:2])):
        return False
    if has_sign and len(names) == 2:
        return True
    if has_sign:
        # Three persons are not a pair with a name of its own.
        return len(names) == 3 and not all(map(is_usual_name, names))
    short = all(
        len(name) < 5 if is_han(name) else is_usual_name(name) or " " not in name
        for name in names[:2]
    )
    is_place = is_usual_name(names[0]) and len(names[1]) > 1 and not is_usual_name(names[1])
    return short and not is_place and len(names) == 2
