"""Parses pasted lines of teams: a team on one line, or its name above the lines of its players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.entries.name_signs import MIDDLE_DOT, ROUND_DOT, private_signs
from tournaments.entries.names import as_stored, is_name, key_of, tidy
from tournaments.entries.reading.line_kinds import Label, is_talk, label_of, no_entry, title_ends
from tournaments.entries.reading.lines import INNER_NUMBER, ListLine, unglued, words_of
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
from tournaments.entries.reading.values import ReadEntry, ReadLine, asked, entry, left_out, problem

LABELS: Final = re.compile(
    r"(?:^|(?<=[\s，,;；、/:：（(]))(队名|队伍名称|队伍|代表队|参赛队|领队|教练|队长|队员|成员|选手|参赛队员|球员|替补|"
    r"单位|俱乐部|联系人|联系电话|电话|captain|players|members|team)\s*"
    r"(?:[:：]|(?<![a-z])(?=\s))\s*",
    re.IGNORECASE,
)
TEAM_LABELS: Final = frozenset(["队名", "队伍名称", "队伍", "代表队", "参赛队", "team"])
CLUB_LABELS: Final = frozenset(["单位", "俱乐部"])
CAPTAIN_LABELS: Final = frozenset(["队长", "captain"])
LEADER_LABELS: Final = frozenset(["领队", "教练"])
CONTACT_LABELS: Final = frozenset(["联系人", "联系电话", "电话"])
PARTS: Final = re.compile(r"\s*[/／、&＆，,;；|｜\t+＋]+\s*")
BRACKETS: Final = re.compile(r"[（(【]([^（()）【】]*)[)）】]")
CAPTAIN_MARK: Final = re.compile(r"^(?:队长|captain|c)$|^队长", re.IGNORECASE)
LEADER_MARK: Final = re.compile(r"^(?:领队|教练|npc|nonplayingcaptain|教练兼队长)$", re.IGNORECASE)
TEAM_NAME: Final = re.compile(
    r"(?:队|社|协会|俱乐部|联队|战队|组|会|[0-9一二三四五六七八九十]+[队组]?|team\s*\w*|[A-Da-d])$",
    re.IGNORECASE,
)
SIZE: Final = re.compile(
    r"\s*[，,]?\s*[（(]?\s*(?:共|计|合计|共计)?\s*[0-9一二三四五六七八九十]+\s*[人名位](?:队员|选手)?\s*[)）]?$"
)
"""How many players a team has, behind its name: 城南队共4人."""
TOTAL: Final = re.compile(r"^(?:共|合|总|小计|已报|还差|以上)")
SUFFIX: Final = re.compile(r"^(\S{2,4}?)(队长|领队|教练)$")
"""Who somebody is, right behind the name: 张三队长."""
SQUARE: Final = re.compile(r"^\s*[【〔［\[]\s*([^【】〔〕［］\[\]]+?)\s*[】〕］\]]\s*[:：]?")
PREFIX: Final = re.compile(r"^(队长|队员|领队|教练|成员|替补)[:：]?(?=.)")
PLAYER_LABELS: Final = frozenset(["队员", "成员"])
DASH: Final = re.compile(r"^(\S+(?=\s)|\S*?[队社组会](?=[-—–－]))\s*[-—–－]+\s*(?=\S)")
COLON: Final = re.compile(r"\s*[:：]\s*")
LONGEST: Final = 120


@dataclass(slots=True)
class TeamBlock:
    """The lines of one team while they are collected."""

    number: int
    texts: list[str] = field(default_factory=list)
    name: str = ""
    club: str = ""
    captain: str = ""
    leader: str = ""
    members: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    sure: bool = True
    is_away: bool = False


def read_teams(lines: Sequence[ListLine], sizes: range) -> list[ReadLine]:
    """Return the teams that pasted lines name; `sizes` are the allowed numbers of players."""
    first = title_ends(lines)
    if first and any(_has_players(line) for line in lines[:first]):
        first = 0
    read: list[ReadLine] = []
    block: TeamBlock | None = None
    before = 0
    for place, line in enumerate(lines):
        gap = line.number > before + 1
        before = line.number
        is_title = place < first and not _continues(block, line, gap)
        is_title = is_title and not _heads_players(lines[place : place + 2])
        reason = LineReason.CONTACT if block is None and _is_contact(line) else None
        reason = reason or _reason(line, is_title=is_title)
        if reason is not None:
            read.append(left_out(line.number, line.text, reason))
            continue
        if block is None or not _continues(block, line, gap):
            read += [finished(block, sizes)] if block else []
            block = TeamBlock(line.number)
        _add_line(block, line)
    if block is not None:
        read.append(finished(block, sizes))
    return sorted(read, key=lambda line: line.number)


def _has_names(text: str) -> bool:
    """Whether the text after a colon names several persons."""
    parts = [part for part in PARTS.split(text) if part]
    words = [word for part in parts for word in words_of(BRACKETS.sub(" ", part))]
    return len(words) > 1 and sum(map(is_short_name, words)) > 1


def _names_players(text: str) -> bool:
    """Whether several names follow the first word of a text without a colon.

    >>> _names_players("周末队 张三 李四 王五 赵六"), _names_players("周末 晚上 七点 开始")
    (True, False)
    """
    words = words_of(PARTS.sub(" ", BRACKETS.sub(" ", text)))
    words = [word for word in words if not is_sex(word)]
    return len(words) > 3 and all(map(is_usual_name, words[1:]))


def _has_players(line: ListLine) -> bool:
    return len(PARTS.split(COLON.split(line.body)[-1])) > 2


def _is_contact(line: ListLine) -> bool:
    label = LABELS.match(line.body)
    return label is not None and label[1] in CONTACT_LABELS


def _heads_players(lines: Sequence[ListLine]) -> bool:
    """Whether a line is the name of a team with numbered players below it."""
    if len(lines) < 2 or not _is_team_name(lines[0].body) or not lines[1].is_numbered:
        return False
    words = words_of(BRACKETS.sub(" ", lines[1].body))
    return bool(words) and not COLON.search(lines[1].body) and is_short_name(words[0])


def _reason(line: ListLine, *, is_title: bool) -> LineReason | None:
    """Return why a line belongs to no team, None if it may."""
    label = COLON.split(line.body)[0] if COLON.search(line.body) else ""
    meaning = label_of(tidy(label)) if label and not LABELS.match(line.body) else None
    is_team = bool(label) and _has_names(COLON.split(line.body, maxsplit=1)[1])
    is_team = is_team or (not label and _names_players(line.body))
    reason = no_entry(line)
    if reason is LineReason.HEADS and LABELS.match(line.body):
        reason = None
    if reason is None and not line.is_numbered and _is_total(line.body):
        reason = LineReason.TALK
    if reason is None and not is_team and not line.is_numbered:
        if meaning in (Label.TALK, Label.CONTACT):
            reason = LineReason.TALK if meaning is Label.TALK else LineReason.CONTACT
        elif (
            not LABELS.match(line.body) and not TEAM_NAME.search(tidy(line.body)) and is_talk(line)
        ):
            reason = LineReason.TALK
    if reason is None and is_title and not is_team:
        reason = LineReason.TITLE
    return reason


def _is_total(text: str) -> bool:
    """Whether a text is a total of teams or players: 共12队."""
    return bool(TOTAL.match(text) and COUNT.fullmatch(text))


def _continues(block: TeamBlock | None, line: ListLine, gap: bool) -> bool:
    """Whether a line continues the team above it."""
    if block is None:
        return False
    label = LABELS.match(line.body)
    if label:
        return label[1].lower() not in TEAM_LABELS or not block.name
    if COLON.search(line.body) or (gap and (line.is_numbered or len(block.members) > 3)):
        return False
    words = [word for word in PARTS.split(line.body) if word]
    words = [word for part in words for word in words_of(BRACKETS.sub("", part))]
    names = [word for word in words if not is_sex(word) and not is_remark(word)]
    if not names or not all(is_short_name(name) or is_nobody(name) for name in names):
        return False
    is_team_line = len(names) == 1 and _is_team_name(names[0])
    return not is_team_line and (
        (len(names) > 3 and not block.members) or len(names) < 4 or not block.members
    )


def _is_team_name(text: str) -> bool:
    """Whether a line of its own is the name of a team.

    >>> [_is_team_name(text) for text in ("城北队", "周末队", "张三", "王社")]
    [True, True, False, False]
    """
    name = as_stored(BRACKETS.sub("", text))
    return bool(TEAM_NAME.search(name)) and not (is_usual_name(name) and len(name) < 3)


def _add_line(block: TeamBlock, line: ListLine) -> None:
    """Add the contents of a line to a team."""
    block.texts.append(line.text)
    block.dropped += [*line.dropped, *filter(None, [line.phone])]
    block.remarks += line.remarks
    block.is_away |= line.is_away
    body = SQUARE.sub(r"\1：", line.body) if not block.name else line.body
    if not COLON.search(body) and len(PARTS.split(body)) > 3:
        body = DASH.sub(r"\1：", body)
    if not block.name and not block.members and not LABELS.match(body):
        body = _add_name(block, body)
    for label, text in labelled(body):
        add_part(block, label, text)


def _add_name(block: TeamBlock, body: str) -> str:
    """Take the name of a team from the start of its first line; return the rest."""
    outside = BRACKETS.sub(lambda found: "□" * len(found[0]), body)
    colon = COLON.search(outside)
    # A label in brackets before the colon belongs to the team: 城北队（领队：老王）：…
    inner = LABELS.search(outside if colon else body)
    if colon and (inner is None or colon.start() < inner.start()):
        head, rest = body[: colon.start()], body[colon.end() :]
    elif inner:
        head, rest = body[: inner.start()], body[inner.start() :]
    else:
        head, rest = _unmarked_name(block, body)
    head = head.strip(" ，,（(")
    brackets = [tidy(words) for words in BRACKETS.findall(head)]
    block.name = as_stored(SIZE.sub("", BRACKETS.sub("", head)))
    block.is_away |= any(map(AWAY.match, brackets))
    brackets = [words for words in brackets if not SIZE.fullmatch(words)]
    block.club = "".join(words for words in brackets[:1] if not is_remark(words))
    block.remarks += [words for words in brackets if is_remark(words)]
    return rest


def _unmarked_name(block: TeamBlock, body: str) -> tuple[str, str]:
    """Return name and players of a line without a colon: 城北队 赵甲 钱乙 孙丙 李丁."""
    cells = [cell for cell in re.split(r"\t+|[，,、/／|]", body) if cell.strip()]
    words = cells if len(cells) > 1 else words_of(body)
    front = words_of(words[0])
    if len(cells) > 1 and _is_team_name(front[0]) and all(map(is_usual_name, front[1:])):
        words = [*front, *cells[1:]]
    if len(words) == 1:
        block.sure = _is_team_name(words[0])
        return words[0], ""
    block.sure = _is_team_name(words[0]) or "\t" in body
    return words[0], "、".join(words[1:])


def labelled(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text with the labels before them: 队长：赵甲，队员：钱乙."""
    found = list(LABELS.finditer(text))
    front = text[: found[0].start()] if found else text
    if front.strip(" ，,;；、"):
        yield "", front
    ends = [*(match.start() for match in found[1:]), len(text)]
    for match, end in zip(found, ends, strict=False):
        yield match[1].lower(), text[match.end() : end]


def add_part(block: TeamBlock, label: str, text: str) -> None:
    text = text.strip(" ，,;；、")
    if label in TEAM_LABELS:
        block.name = as_stored(text)
    elif label in CLUB_LABELS:
        block.club = tidy(text)
    elif label in CONTACT_LABELS:
        block.dropped += [text] if text else []
    elif label in CAPTAIN_LABELS:
        for name in _names(block, text):
            block.captain = block.captain or name
            add_member(block, name)
    elif label in LEADER_LABELS:
        names = _names(block, text)
        block.leader = block.leader or "".join(names[:1])
    else:
        for name in _names(block, text) if text else ():
            add_member(block, name)


def add_member(block: TeamBlock, name: str) -> None:
    """Add a player, once even if the captain is listed again among the players."""
    if key_of(name) == key_of(block.captain) and name in block.members:
        return
    block.members.append(name)


def _names(block: TeamBlock, text: str) -> list[str]:
    """Return the players in a text, and store the marks in brackets after them."""
    names: list[str] = []
    text = ROUND_DOT.sub(MIDDLE_DOT, INNER_NUMBER.sub("、", text))
    text = BRACKETS.sub(lambda found: PARTS.sub(" ", found[0]), text)
    parts = [part for part in PARTS.split(text) if part.strip()]
    if len(parts) == 1:
        parts = words_of(BRACKETS.sub(lambda found: found[0].replace(" ", ""), parts[0]))
    for part in parts:
        marks = [tidy(words) for words in BRACKETS.findall(part)]
        words = [piece for word in words_of(BRACKETS.sub(" ", part)) for piece in unglued(word)]
        words = [word for word in words if not is_sex(word) and not SIZE.fullmatch(word)]
        marks += [word for word in words[1:] if is_remark(word)]
        extra = [word for word in words[1:] if not is_remark(word)]
        for word in [*words[:1], *extra]:
            name, mark = _unlabelled(word)
            said = [*marks, mark] if mark and mark not in PLAYER_LABELS else marks
            if name and not is_nobody(name):
                _mark(block, names, name, said)
    return names


def _unlabelled(word: str) -> tuple[str, str]:
    """Return a name without the words directly before or after it, and these words."""
    prefix, suffix = PREFIX.match(word), SUFFIX.match(word)
    if prefix:
        return as_stored(word[prefix.end() :]), prefix[1]
    if suffix and is_usual_name(suffix[1]):
        return as_stored(suffix[1]), suffix[2]
    return as_stored(word), ""


def _mark(block: TeamBlock, names: list[str], name: str, marks: Sequence[str]) -> None:
    """Store a name with the marks after it: captain, leader, or a remark."""
    if any(LEADER_MARK.match(mark) for mark in marks):
        block.leader = name
        return
    names.append(name)
    if any(CAPTAIN_MARK.match(mark) for mark in marks):
        block.captain = name
    block.remarks += [
        f"{name}{mark}" if len(mark) > 1 else mark
        for mark in marks
        if not is_sex(mark) and not CAPTAIN_MARK.match(mark)
    ]


def finished(block: TeamBlock, sizes: range) -> ReadLine:
    """Return a team as a line, with its doubts and problems."""
    text = "\n".join(block.texts)
    captain = block.captain or block.leader or "".join(block.members[:1])
    read = ReadEntry(
        tuple(block.members),
        name=block.name,
        club=block.club,
        captain=captain,
        remark="，".join(block.remarks),
    )
    row = block.number
    made = _as_line(block, read, text, row, sizes)
    return replace(made, dropped=tuple(dict.fromkeys(block.dropped)))


def _as_line(block: TeamBlock, read: ReadEntry, text: str, row: int, sizes: range) -> ReadLine:
    if block.is_away or AWAY.match(block.name):
        return left_out(row, text, LineReason.AWAY)
    if not read.members and not block.sure and is_talkative(block.name):
        return left_out(row, text, LineReason.TALK)
    wrong = _problem_of(read, text, row, sizes)
    if wrong is not None:
        return wrong
    doubt: ListDoubt | None = None
    if any(private_signs(name) for name in (read.name, *read.members)):
        doubt = ListDoubt.UNKNOWN_SIGN
    elif not block.sure or label_of(read.name) in (Label.LIST, Label.CONTACT):
        doubt = ListDoubt.IS_A_TEAM
    elif any(map(WAITS.match, (read.name, *block.remarks))):
        doubt = ListDoubt.WAITS
    return asked(row, text, doubt, (read,)) if doubt else entry(row, text, read)


def _problem_of(read: ReadEntry, text: str, row: int, sizes: range) -> ReadLine | None:
    """Return the problem of a team, None if it has none."""
    if not read.name:
        return problem(row, text, LineReason.TEAM_NAME_MISSING, read, row=row)
    long = [name for name in (read.name, *read.members, read.club) if len(name) > LONGEST]
    if long:
        return problem(row, text, LineReason.TOO_LONG, row=row, text=long[0][:20])
    wrong = [name for name in read.members if not is_name(name)]
    if wrong:
        return problem(row, text, LineReason.NOT_A_NAME, row=row, text=wrong[0][:40])
    if len(read.members) not in sizes:
        limits = {"least": sizes[0], "most": sizes[-1], "found": len(read.members)}
        return problem(row, text, LineReason.TEAM_SIZE, read, row=row, **limits)
    return None


def is_talkative(name: str) -> bool:
    """Whether the only words of a block cannot be the name of a team."""
    return not is_club(name) and not TEAM_NAME.search(name)
