"""Classifies lines of a pasted text that are no entries: titles, examples, talk, labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from tournaments.entries.names import as_stored, is_han, tidy
from tournaments.entries.reading.alike import simplified
from tournaments.entries.reading.line_marks import HEAD, plain
from tournaments.entries.reading.lines import ListLine, unglued, without_label
from tournaments.entries.reading.reasons import LineReason
from tournaments.entries.reading.sheets.head_words import ColumnRole, is_head_word, role_of
from tournaments.entries.reading.signs import (
    AWAY,
    CHATTER,
    COUNT,
    DATE,
    EXAMPLE,
    FOOTER,
    PARTICLE,
    TALK,
    TALK_SIGNS,
    WAITS,
    WEEKDAY_NAME,
    heads_club,
    is_club,
    is_usual_name,
)

LONGEST_NAME: Final = 4
"""Chinese characters of a name that nobody asks about."""
LIST: Final = re.compile(
    r"(?:名单|人员|人选|选手|赛员|队员|参赛者|参加者|参加|参赛|报名|姓名|出席|到场|成员|会员|种子|队长|已报|来的|打牌|玩家|报名人|"
    r"players?|names?|list|participants?)$",
    re.IGNORECASE,
)
STRANGE: Final = re.compile(r"[@=<>_^$%|\\/]|[#＃](?![0-9])|&#?\w+;|^[A-Za-z]·[\u4e00-\u9fff]")
"""Signs that part a name from something else rather than belong to it."""
SPOKEN: Final = re.compile("[我咱俺你您他她]|[都也][来去到]")
"""How a sentence of a chat begins, and no name: 我和老公, 都来."""
GROUP: Final = re.compile(
    r"(?:组|场|桌|场次|上午|下午|晚上|group\s*\w*)$|^(?:男|女)[子士生性]?(?:队员|选手|赛员)?$",
    re.IGNORECASE,
)
WAITING: Final = re.compile("(?:候补|替补|备选|等位|待补)(?:名单|人员|队员|的)?")
"""What alone in a line heads who waits for a place."""
UNCERTAIN_CLUB: Final = re.compile(
    r"第?[0-9一二三四五六七八九十甲乙丙丁A-Z]+[小大]?队|[男女][子生]?队?|(?:青年|老年|少年|混合|红|蓝|白|黄)队"
)
"""What heads a part of a list, and is no club: 女队, 第二队."""
_REGIONS: Final = (
    "北京 上海 天津 重庆 河北 山西 内蒙古 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 "
    "河南 湖北 湖南 广东 广西 海南 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 香港 "
    "澳门 台湾 石家庄 太原 沈阳 长春 哈尔滨 南京 杭州 合肥 福州 南昌 济南 郑州 武汉 长沙 "
    "广州 南宁 海口 成都 贵阳 昆明 拉萨 西安 兰州 西宁 银川 乌鲁木齐 呼和浩特 深圳 厦门 青岛 "
    "大连 宁波 苏州 "
)
REGIONS: Final = frozenset(_REGIONS.split())
"""Where whole clubs come from: 【北京】 alone in a line heads those of it."""
BRACKETED: Final = re.compile(
    r"\s*[【\[(（〔［]([^【】\[\]()（）〔〕［］]*)[)）】\]〕］]\s*[:：]?\s*"
)
URL: Final = re.compile(r"https?://|www\.", re.IGNORECASE)
COUNTED: Final = re.compile(
    r"\s*[，,]?\s*(?:名额|共|计|合计|共计)?\s*[0-9一二三四五六七八九十]+\s*[人名位]$"
)
"""How many are named behind a label: 参加人员共3人."""
CONTACT: Final = re.compile(
    r"(?:领队|教练|联系人?|负责人?|组织者?|裁判长?|主办|承办|协办|群主|管理员?|主持|记分员?|编排长?|电话|手机|微信|咨询|发起人?)$"
)


BESIDE: Final = (
    ColumnRole.CLUB,
    ColumnRole.PHONE,
    ColumnRole.SEX,
    ColumnRole.IDENTITY,
    ColumnRole.BIRTH,
    ColumnRole.EMAIL,
    ColumnRole.REMARK,
)
"""What a line alone says of somebody on another one: 单位：城北棋社."""


class Label(StrEnum):
    """The meaning of the words before a colon for the text after it."""

    LIST = "list"
    GROUP = "group"
    AWAY = "away"
    WAITS = "waits"
    CONTACT = "contact"
    TALK = "talk"
    CLUB = "club"
    PERSON = "person"
    UNKNOWN = "unknown"


def label_of(label: str) -> Label:
    """Return the meaning of a label.

    >>> [label_of(text).value for text in ("参赛名单", "候补", "联系人", "城北棋社", "城北")]
    ['list', 'waits', 'contact', 'club', 'unknown']
    """
    label = simplified(label)
    if WAITS.match(label):
        return Label.WAITS
    label = COUNTED.sub("", label) or "名单"
    if AWAY.match(label):
        return Label.AWAY
    kinds = ((LIST, Label.LIST), (CONTACT, Label.CONTACT), (TALK, Label.TALK), (GROUP, Label.GROUP))
    for pattern, kind in kinds:
        if pattern.search(label):
            return kind
    if is_club(label) and not is_head_word(label):
        return Label.CLUB
    is_beside = is_head_word(label) and role_of(label) in BESIDE
    return Label.CONTACT if is_beside else Label.PERSON if is_usual_name(label) else Label.UNKNOWN


def no_entry(line: ListLine) -> LineReason | None:
    """Return why a line is no entry by its look alone, numbered or not."""
    text = plain(line.text)
    if HEAD.match(text):
        return LineReason.TITLE
    if URL.search(text):
        return LineReason.TALK
    if EXAMPLE.search(text) or EXAMPLE.match(line.body) or "例" in line.inside:
        return LineReason.EXAMPLE
    words = [word for word in re.split(r"[\s，,|/+＋]+", line.body) if word]
    heads = [is_head_word(word) for word in words]
    is_single_name = len(words) == 1 and (is_usual_name(words[0]) or line.is_numbered)
    if words and all(heads) and not is_single_name:
        return LineReason.HEADS
    return None if any(sign.isalpha() or sign == "#" for sign in line.body) else _nothing(line)


def _nothing(line: ListLine) -> LineReason:
    text = plain(line.text).strip()
    return (
        LineReason.TALK
        if not line.is_numbered and (COUNT.match(text) or DATE.match(text))
        else LineReason.NO_NAME
    )


def is_talk(line: ListLine) -> bool:
    """Whether an unnumbered line reads like an announcement."""
    text = plain(line.text).strip()
    if (
        CHATTER.fullmatch(line.body)
        or COUNT.fullmatch(text)
        or DATE.match(text)
        or FOOTER.match(text)
    ):
        return True
    if line.is_said or all(map(is_usual_name, re.split(r"[\s、，,；;/／]+", line.body))):
        return False
    is_sentence = TALK_SIGNS.search(text.rstrip("。 ") if is_usual_name(line.body) else text)
    if is_sentence:
        return True
    first = re.split(r"[\s，,/、:：]+", line.body, maxsplit=1)[0]
    if len(pieces := unglued(first)) > 1 and is_usual_name(pieces[0]):
        return False
    if WEEKDAY_NAME.fullmatch(as_stored(first)) and len(line.body.split()) == 1:
        return False
    return bool(TALK.search(first)) or len(line.body.split()) > 7


def is_heading(line: ListLine) -> bool:
    """Whether an unnumbered line heads a list or a group of it: 参赛人员名单, A组.

    >>> from tournaments.entries.reading.lines import take_apart
    >>> [is_heading(take_apart(1, text)) for text in ("参赛人员名单", "女子组", "王场", "张三")]
    [True, True, False, False]
    """
    words = line.body.split()
    if len(words) != 1 or line.is_numbered or is_usual_name(words[0]):
        return False
    is_group = bool(GROUP.search(words[0])) and not TALK.search(words[0])
    return is_group or bool(LIST.search(words[0]) or WAITING.fullmatch(words[0]))


def under_headings(lines: Sequence[ListLine]) -> list[ListLine]:
    """Return the lines with the state that the heading above them gives: 请假：, 候补名单."""
    read: list[ListLine] = []
    state: Label | None = None
    before = 0
    for line in lines:
        heading = _heading(line)
        is_new = line.number > before + 1 and bool(read) and _heading(read[-1]) is None
        state = heading if heading is not None else None if is_new else state
        before = line.number
        read.append(line if heading is not None else _under(line, state))
    return read


def under_clubs(lines: Sequence[ListLine], *, of_pairs: bool = False) -> list[ListLine]:
    """Return the lines with the club of the heading above them, a line that names only a club.

    A first line without a colon or brackets may be the title of the whole list.
    """
    clubs = [_club_heading(line, of_pairs=of_pairs) for line in lines]
    places = [place for place, club in enumerate(clubs) if club]
    if not places or (places == [0] and not _is_marked(lines[0])):
        return [*lines]
    read: list[ListLine] = []
    club = ""
    for place, line in enumerate(lines):
        if clubs[place]:
            club = clubs[place]
            read.append(replace(line, heads_club=True))
            continue
        is_over = _heading(line) is not None or (bool(line.inside) and not line.body)
        club = "" if is_over else club
        read.append(replace(line, club_above=club) if club else line)
    return read


def _club_heading(line: ListLine, *, of_pairs: bool) -> str:
    """Return the club that a line consists of; empty for any other line, and for a numbered one."""
    if line.is_numbered or line.phone or line.is_away:
        return ""
    if line.inside and (line.body.rstrip(":： ") or len(line.inside) > 1):
        return ""
    return club_over(f"【{line.inside[0]}】" if line.inside else line.body, of_pairs=of_pairs)


def club_over(text: str, *, of_pairs: bool = False) -> str:
    """Return the club that a line of its own names for the lines below; empty for any other text.

    A colon or brackets mark a heading. Among pairs a club alone is a heading too, because it is no
    entry.

    >>> [club_over(text) for text in ("清华大学队：", "【北京】", "清华大学队", "女队：")]
    ['清华大学队', '北京', '', '']
    >>> club_over("清华大学队", of_pairs=True)
    '清华大学队'
    """
    inside = BRACKETED.fullmatch(text)
    words = tidy(inside[1]) if inside else text.strip().rstrip(":： ")
    if heads_club(words) or (of_pairs and _is_marked_club(words)):
        return words
    is_marked = words != text.strip()
    return words if is_marked and (words in REGIONS or _is_marked_club(words)) else ""


def _is_marked_club(words: str) -> bool:
    is_one = len(words) > 2 and words.isalnum() and not UNCERTAIN_CLUB.fullmatch(words)
    return is_one and not is_usual_name(words) and label_of(words) is Label.CLUB


def _is_marked(line: ListLine) -> bool:
    return line.body.endswith((":", "：")) or not line.body


def _under(line: ListLine, heading: Label | None) -> ListLine:
    if heading is Label.WAITS:
        return replace(line, remarks=(*line.remarks, "候补"))
    return replace(line, is_away=True) if heading is Label.AWAY else line


def _heading(line: ListLine) -> Label | None:
    """Return what a heading line heads, None if it is no heading; it has no names itself."""
    label, rest = without_label(line)
    if label and not rest.body:
        meaning = label_of(label)
        return None if meaning is Label.PERSON else meaning
    if not is_heading(line):
        return None
    return next(
        (kind for kind in (Label.WAITS, Label.AWAY) if label_of(line.body) is kind), Label.LIST
    )


def is_end(line: ListLine) -> bool:
    """Whether a line totals or closes a list: 合计：2人."""
    return bool(FOOTER.match(plain(line.text).strip()))


def is_doubtful_name(name: str, *, is_numbered: bool) -> bool:
    """Whether a single name may be something else: a day, a title, a sentence.

    >>> [is_doubtful_name(name, is_numbered=False) for name in ("周三", "城北牌友", "老王", "张三")]
    [True, True, False, False]
    """
    if STRANGE.search(name) or SPOKEN.match(name):
        return True
    if is_numbered:
        return False
    if WEEKDAY_NAME.fullmatch(name) or len(name) < 2 or PARTICLE.search(name):
        return True
    is_figured = is_usual_name(name.rstrip("0123456789")) and name[-1].isdecimal()
    if is_figured or name[0].isdecimal():
        return True
    if is_han(name):
        is_long = len(name) > LONGEST_NAME if "·" not in name else len(name) > 24
        unusual = len(name) == LONGEST_NAME and not is_usual_name(name)
        return is_long or is_club(name) or unusual
    return len(name.split()) > LONGEST_NAME or len(name) > 40 or is_club(name)


def title_ends(lines: Sequence[ListLine]) -> int:
    """Return the index of the first numbered line of a numbered list; 0 if it has no title."""
    numbered = [line.is_numbered for line in lines]
    is_chain = any(HEAD.match(plain(line.text)) for line in lines)
    return numbered.index(True) if sum(numbered) >= (1 if is_chain else 2) else 0
