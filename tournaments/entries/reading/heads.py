"""The heads of columns: what people write above a column, and which row of a sheet holds them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.entries.names import tidy
from tournaments.entries.reading.files import Row, Sheet
from tournaments.entries.reading.signs import IDENTITY, PHONE, is_usual_name
from tournaments.entries.reading.values import Kind

MOST_HEAD_ROWS: Final = 40
"""How far down a sheet the heads are looked for."""
LONGEST_HEAD: Final = 40


class Role(StrEnum):
    """What a column holds."""

    NAME = "name"
    SURNAME = "surname"
    GIVEN = "given"
    PARTNER = "partner"
    TEAM = "team"
    CAPTAIN = "captain"
    LEADER = "leader"
    CLUB = "club"
    SECOND_CLUB = "second_club"
    ORDINAL = "ordinal"
    NUMBER = "number"
    SEX = "sex"
    PHONE = "phone"
    IDENTITY = "identity"
    RATING = "rating"
    SECOND_RATING = "second_rating"
    """Another column of ratings: which of the two counts is asked."""
    SEEDING = "seeding"
    REMARK = "remark"
    ALIASES = "aliases"
    BIRTH = "birth_year"
    SHOWN = "shown"
    EMAIL = "email"
    MARK = "mark"
    """Who a person is in its team: 队长 or 队员."""
    COMES = "comes"
    """Whether somebody takes part: 是否参加."""
    OTHER = "other"
    UNKNOWN = "unknown"


PERSON: Final = (Role.NAME, Role.SURNAME)
_WORDS: Final[Mapping[Role, str]] = {
    Role.SURNAME: "姓 姓氏 lastname surname familyname",
    Role.GIVEN: "名 firstname givenname",
    Role.NAME: """
        姓名 名字 名称 赛员 选手 参赛者 参赛人 参赛人员 报名者 队员 球员 牌手 玩家 会员 成员
        运动员 人员 学员 学生 员工 职工 教师 组员 中文 汉字 参赛选手 参赛队员 中文名 中文姓名 参加者
        参加人 参加人员 姓 名 名单 参赛名单 人名 name names player players member members
        南家 北家 东家 西家 南 北 东 西
        participant participants contestant fullname playername membername chinesename 选手名
        队员名 真实姓名 本人姓名
        """,
    Role.PARTNER: """
        姓名2 姓名二 选手2 选手二 选手b 选手乙 队员2 队员二 队员b 队员乙 搭档 搭档姓名 搭档2
        搭档二 同伴 同伴姓名 赛员2 赛员二 牌手2 牌手二 搭挡 搭子 配对 name2 player2 member2
        playerb partner partnername
        """,
    Role.TEAM: """
        队名 队伍 队伍名称 代表队 参赛队 参赛队伍 参赛队名 参赛队名称 球队 球队名称 队别 对名
        组合 组合名 组合名称 搭档名 牌对 小组名 战队 战队名 队 pair pairname team teamname
        teamnames nameofthepair nameoftheteam squad
        """,
    Role.CAPTAIN: "队长 队长姓名 captain teamcaptain",
    Role.LEADER: "领队 领队姓名 教练兼队长 领队兼教练 教练 nonplayingcaptain npc coach leader",
    Role.ORDINAL: """
        序号 序 no no. 号 行号 对号 组号 桌号 队号 台号 # 顺序 次序 serial serialno sn index
        """,
    Role.NUMBER: """
        编号 会员号 会员编号 会员证号 会员卡号 号码 number membernumber memberno 报名号 报名编号
        牌手号 注册号 参赛编号 选手编号 选手号 运动员编号 赛员编号 id memberid 学号 工号
        """,
    Role.SEX: "性别 sex gender",
    Role.IDENTITY: """
        身份证 身份证号 身份证号码 证件号 证件号码 证件 护照 护照号 idnumber idcard identitynumber
        passport
        """,
    Role.RATING: """
        等级分 积分 分数 总积分 年度积分 技术分 大师分 rating elo score points 等级积分 会员积分
        赛季积分 平均分 得分
        """,
    Role.SEEDING: """
        种子 种子序号 种子号 种子排名 种子排序 种子顺序 排名 名次 排位 seeding seed seeded rank
        ranking seedno
        """,
    Role.REMARK: "备注 说明 附注 留言 note notes remark remarks comment comments",
    Role.ALIASES: "别名 昵称 曾用名 又名 aliases alias nickname 网名",
    Role.BIRTH: """
        出生年 出生年份 生年 出生 出生日期 出生年月 生日 birthyear yearofbirth born birthday
        dateofbirth
        """,
    Role.SHOWN: "同意公开 公开 consent shown agreedtobeshown",
    Role.EMAIL: "邮箱 电子邮箱 电子邮件 email mail e-mail",
    Role.MARK: "职务 身份 角色 队内职务 role",
    Role.OTHER: """
        联系人 联系人姓名 负责人 推荐人 填表人 报名人 监护人 监护人姓名 家长 家长姓名 紧急联系人
        拼音 姓名拼音 英文名 英文姓名 englishname pinyin 签名 签字 签到 年龄 民族 级别 段位 等级
        组别 项目 参赛项目 职业 职称 学历 籍贯 地址 住址 微信 微信号 qq qq号 照片 缴费 交费
        是否缴费 报名费 费用 金额 酒店 住宿 餐饮 房间 age level grade category group address
        wechat photo fee date 日期 报名时间 提交时间 时间 时间戳 timestamp 提交者 填写者
        """,
    Role.CLUB: """
        俱乐部 单位 代表单位 所属单位 所属俱乐部 学校 院校 所在单位 工作单位 参赛单位 所属 来自
        协会 所属协会 地区 城市 代表 推荐单位 选送单位 棋社 社团 团体 部门 班级 院系 学院 省市
        club clubs organisation organization school home homeclub company city affiliation
        federation country 国家 区县 街道 公司
        """,
}
_KNOWN: Final = {
    **{word: role for role, words in _WORDS.items() for word in words.split()},
    "姓名": Role.NAME,
    "名": Role.GIVEN,
    "姓": Role.SURNAME,
}
_PATTERNS: Final = (
    (re.compile("是否(?:能)?(?:参加|参赛|出席|到场|报名|来)|(?:参加|参赛|出席)与否"), Role.COMES),
    (re.compile("身份证|证件|护照"), Role.IDENTITY),
    (re.compile("紧急|监护|家长|推荐人|联系人|负责人|emergency|guardian"), Role.OTHER),
    (re.compile("电话|手机|联系方式|^phone|phone$|^mobile|^tel"), Role.PHONE),
    (re.compile("拼音|英文|签名|签字|签到|联系人|监护人|推荐人|家长|缴费|交费"), Role.OTHER),
    (re.compile("队长"), Role.CAPTAIN),
    (re.compile("领队|教练"), Role.LEADER),
    (re.compile("^(?:搭档|同伴|partner)"), Role.PARTNER),
    (
        re.compile(
            "^(?:姓名|名字|选手|赛员|队员|球员|牌手|成员|运动员|参赛者|player|member|name)"
            "(?:姓名|名字|name)?[0-9一二三四五六七八a-h甲乙丙丁]?(?:姓名)?$"
        ),
        Role.NAME,
    ),
    (re.compile("(?:第[一二三四五六1-6](?:位|名)?)?(?:队员|选手|搭档)(?:姓名)?$"), Role.NAME),
    (re.compile("姓名$|名字$"), Role.NAME),
    (re.compile("队名|队伍名"), Role.TEAM),
    (re.compile("会员(?:证|卡)?(?:编)?号"), Role.NUMBER),
    (re.compile("等级分|积分|大师分|rating|elo"), Role.RATING),
    (re.compile("种子"), Role.SEEDING),
    (re.compile("单位|俱乐部|学校|协会|代表队$|club$"), Role.CLUB),
    (re.compile("邮箱|邮件|email"), Role.EMAIL),
    (re.compile("备注"), Role.REMARK),
    (re.compile("性别"), Role.SEX),
    (re.compile("^出生"), Role.BIRTH),
)
_SIGNS: Final = re.compile(r"[\s:：*＊※★_\-.·、\"“”‘’']")
_BRACKETS: Final = re.compile(r"[（(\[【〔].*?[)）\]】〕]")
_SECOND: Final = re.compile("[2二b乙]$")
_AUTOMATIC: Final = re.compile(r"\bip\b|来自ip|^来源|所用时间|答题时长|答卷时间")
"""Heads of what a form on the web notes by itself."""
_QUESTION: Final = re.compile(r"^\s*q?[0-9]{1,2}\s*[.、．:：)）]\s*(?=\D)")
"""The number of a question above a column of answers: 1、您的姓名."""
_ADDRESS: Final = re.compile("您的|你的|请填写|请输入|请选择|填写")
_REGION: Final = re.compile("地区|城市|省|[市区县]$|街道|部门|班级|院系|city|countr|国家|region", re.IGNORECASE)
"""Heads of what a club is only where no other column is one."""


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of a sheet: the row of the first entry, the roles, and the words as written.

    `rows` are the numbers of the rows that hold heads.
    """

    rows: tuple[int, ...]
    roles: tuple[Role, ...]
    words: tuple[str, ...]

    def column(self, *roles: Role) -> int | None:
        """Return the first column with one of these roles."""
        return next((place for place, role in enumerate(self.roles) if role in roles), None)

    def columns(self, *roles: Role) -> list[int]:
        """Return all columns with one of these roles."""
        return [place for place, role in enumerate(self.roles) if role in roles]

    @property
    def known(self) -> int:
        """How many different roles are known."""
        return len({role for role in self.roles if role is not Role.UNKNOWN})


def role_of(head: str) -> Role:
    """Return what a head says of its column.

    >>> [role_of(head).value for head in ("*姓名/Name", "姓名（必填）", "参赛者姓名", "联系人姓名")]
    ['name', 'name', 'name', 'other']
    >>> [role_of(head).value for head in ("身份证号码", "手机号", "张三", "单位/Club")]
    ['identity', 'phone', 'unknown', 'club']
    """
    text = unicodedata.normalize("NFKC", head).replace("№", "no").lower()
    text = _ADDRESS.sub("", _QUESTION.sub("", text))
    if _AUTOMATIC.search(text):
        return Role.OTHER
    parts = [text, *re.split(r"[/／\n|]", text), _BRACKETS.sub("", text)]
    parts += re.findall(r"[\u4e00-\u9fff]+|[a-z ]+", _BRACKETS.sub("", text))
    words = [word for word in (_SIGNS.sub("", _BRACKETS.sub("", part)) for part in parts) if word]
    for word in words:
        if word in _KNOWN:
            return _KNOWN[word]
    if len(text) > LONGEST_HEAD:
        return Role.UNKNOWN
    for pattern, role in _PATTERNS:
        if any(pattern.search(word) for word in words):
            return role
    return Role.UNKNOWN


def is_head_word(word: str) -> bool:
    """Whether a word alone is nothing but the head of a column."""
    return _SIGNS.sub("", _BRACKETS.sub("", word)).lower() in _KNOWN


def roles_of(texts: Sequence[str], kind: Kind) -> tuple[Role, ...]:
    """Return the roles of columns for a kind of list."""
    roles = [role_of(text) if text else Role.UNKNOWN for text in texts]
    if kind is Kind.PAIRS:
        roles = _second_names(roles, texts)
    elif kind is Kind.TEAMS:
        roles = [Role.NAME if role is Role.PARTNER else role for role in roles]
        roles = _teams(roles)
    else:
        # Without persons a seeding is one of teams or pairs, by the names of these.
        is_of_teams = kind is Kind.SEEDING and not {*PERSON, Role.PARTNER} & set(roles)
        other = Role.NAME if is_of_teams else Role.CLUB
        roles = [
            other if role is Role.TEAM and (other is Role.CLUB or other not in roles[:place]) else role
            for place, role in enumerate(roles)
        ]
        if kind is not Kind.SEEDING:
            roles = [Role.NAME if role is Role.PARTNER else role for role in roles]
        if len(side_by_side(texts)) < 2:
            roles = _one_of_each(roles, texts, kind)
    if Role.GIVEN in roles and Role.SURNAME not in roles:
        roles = [
            (Role.NAME if Role.NAME not in roles else Role.OTHER) if role is Role.GIVEN else role
            for role in roles
        ]
    if kind is not Kind.MEMBERS:
        roles = [Role.ORDINAL if role is Role.NUMBER else role for role in roles]
    elif Role.CAPTAIN in roles:
        roles = [Role.OTHER if role is Role.CAPTAIN else role for role in roles]
    return tuple(roles)


def side_by_side(words: Sequence[str]) -> list[range]:
    """Return the columns of each of several lists whose heads stand once more beside the first.

    >>> side_by_side(["序号", "姓名", "", "序号", "姓名"])
    [range(0, 3), range(3, 5)]
    """
    starts = [place for place, word in enumerate(words) if word == words[0] != ""]
    spans = [range(*ends) for ends in zip(starts, [*starts[1:], len(words)], strict=True)]
    shapes = {" ".join(words[place] for place in span).strip() for span in spans}
    return spans if len(spans) > 1 and len(shapes) == 1 and len(spans[0]) > 1 else []


def _one_of_each(roles: list[Role], texts: Sequence[str], kind: Kind) -> list[Role]:
    """Take one column of telephones, the mobile ones first, one of ratings and one of clubs."""
    seconds = {Role.CLUB: Role.SECOND_CLUB}
    if kind is Kind.SEEDING:
        seconds[Role.RATING] = Role.SECOND_RATING
    for role in (Role.PHONE, Role.RATING, Role.CLUB):
        places = _best_first(role, roles, texts)
        is_open = len(places) > 1 and len({texts[place] for place in places}) > 1
        is_open = is_open or role is Role.RATING
        for rank, place in enumerate(places[1:]):
            is_second = rank == 0 and is_open and not _is_worse(role, texts[place])
            roles[place] = seconds.get(role, Role.OTHER) if is_second else Role.OTHER
    return roles


def _best_first(role: Role, roles: Sequence[Role], texts: Sequence[str]) -> list[int]:
    """Return the columns of a role; those that another one is better than come last."""
    places = [place for place, each in enumerate(roles) if each is role]
    return sorted(places, key=lambda place: _is_worse(role, texts[place]))


def _is_worse(role: Role, text: str) -> bool:
    if role is Role.CLUB:
        return bool(_REGION.search(text))
    return role is Role.PHONE and not re.search("手机|mobile|cell", text, re.IGNORECASE)


def _second_names(roles: list[Role], texts: Sequence[str]) -> list[Role]:
    """Take the second column of names of a pair for the partner's."""
    named = [place for place, role in enumerate(roles) if role is Role.NAME]
    if Role.PARTNER not in roles and len(named) > 1:
        ends = [place for place in named if _SECOND.search(_SIGNS.sub("", texts[place]).lower())]
        roles[(ends or named[1:])[0]] = Role.PARTNER
    return roles


def _teams(roles: list[Role]) -> list[Role]:
    """Take the club, or a name before the players, for the team where no column is the team's."""
    if Role.TEAM in roles:
        return roles
    named = [place for place, role in enumerate(roles) if role is Role.NAME]
    if Role.CLUB in roles:
        roles[roles.index(Role.CLUB)] = Role.TEAM
    elif len(named) > 1:
        roles[named[0]] = Role.TEAM
    return roles


def is_heads(roles: Sequence[Role], texts: Sequence[str], kind: Kind) -> bool:
    """Whether a row names columns: a name among them, and nothing that a person would be."""
    filled = [(role, text) for role, text in zip(roles, texts, strict=True) if text]
    known = [role for role, _text in filled if role is not Role.UNKNOWN]
    named = any(role in PERSON for role in known)
    if kind is Kind.TEAMS:
        named = named or (Role.TEAM in known and (Role.CAPTAIN in known or len(known) > 1))
    if kind in (Kind.SEEDING, Kind.MEMBERS):
        named = named or (len(known) > 1 and bool({Role.ORDINAL, Role.NUMBER} & set(known)))
    if any(re.search(r"[:：]\s*[^\s)）]", text) for _role, text in filled):
        return False
    strange = [text for role, text in filled if role is Role.UNKNOWN]
    if any(
        len(text) > LONGEST_HEAD or IDENTITY.search(text) or PHONE.search(text) for text in strange
    ):
        return False
    if any(is_usual_name(text) for text in strange) and len(known) <= len(strange):
        return False
    return named and all(len(text) <= LONGEST_HEAD for _role, text in filled)


def find_heads(sheet: Sheet, kind: Kind, first: int | None = None) -> Heads | None:
    """Return the heads of a sheet, those that name most, None where no row names columns.

    `first` is the row in which they are looked for alone.
    """
    best: Heads | None = None
    rows = [row for row in sheet.rows if first is None or row.number >= first]
    for place, row in enumerate(rows[: MOST_HEAD_ROWS if first is None else 1]):
        roles = roles_of(row.cells, kind)
        if not is_heads(roles, row.cells, kind):
            continue
        found = _with_second_row(row, rows[place + 1 :], sheet, kind)
        if best is None or found.known > best.known:
            best = found
    return best


def _with_second_row(row: Row, below: Sequence[Row], sheet: Sheet, kind: Kind) -> Heads:
    """Return the heads of a row, joined with a second row of heads below it, if there is one."""
    alone = Heads((row.number,), roles_of(row.cells, kind), row.cells)
    if not below:
        return alone
    second = below[0]
    upper = [sheet.merged_text(row.number, place) or text for place, text in enumerate(row.cells)]
    filled = [(place, text) for place, text in enumerate(second.cells) if text]
    spans = any(upper[place] == upper[place - 1] and upper[place] for place in range(1, len(upper)))
    roles = [role_of(text) for _place, text in filled]
    are_heads = all(
        role is not Role.UNKNOWN or text.isdecimal()
        for role, (_p, text) in zip(roles, filled, strict=True)
    )
    stands_below = all(not row.cells[place] or spans for place, _text in filled)
    is_free = Role.UNKNOWN not in roles or spans
    if not (filled and are_heads and is_free and (stands_below or len(filled) > 1)):
        return alone
    words = []
    for place, text in enumerate(upper):
        below_text = second.cells[place] if place < len(second.cells) else ""
        number = below_text if below_text.isdecimal() else ""
        words.append(f"{text}{number}" if number else below_text or text)
    return Heads((row.number, second.number), roles_of(words, kind), tuple(words))


def is_repeated(row: Row, heads: Heads) -> bool:
    """Whether a row is the heads once more, as on a new page."""
    pairs = [
        (text, word) for text, word in zip(row.cells, heads.words, strict=False) if text or word
    ]
    return bool(pairs) and all(tidy(text) == tidy(word) for text, word in pairs)
