"""The words that people write above a column, and the role that they give it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tournaments.entries.reading.alike import simplified

LONGEST_HEAD: Final = 40


class ColumnRole(StrEnum):
    """The role of a column."""

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


PERSON: Final = (ColumnRole.NAME, ColumnRole.SURNAME)
_WORDS: Final[Mapping[ColumnRole, str]] = {
    ColumnRole.SURNAME: "姓 姓氏 lastname surname familyname",
    ColumnRole.GIVEN: "名 firstname givenname",
    ColumnRole.NAME: """
        姓名 名字 名称 赛员 选手 参赛者 参赛人 参赛人员 报名者 队员 球员 牌手 玩家 会员 成员
        运动员 人员 学员 学生 员工 职工 教师 组员 中文 汉字 参赛选手 参赛队员 中文名 中文姓名 参加者
        参加人 参加人员 姓 名 名单 参赛名单 人名 name names player players member members
        南家 北家 东家 西家 南 北 东 西 男方 女方 男选手 女选手 男队员 女队员 男赛员 女赛员
        participant participants contestant fullname playername membername chinesename 选手名
        队员名 真实姓名 本人姓名
        """,
    ColumnRole.PARTNER: """
        姓名2 姓名二 选手2 选手二 选手b 选手乙 队员2 队员二 队员b 队员乙 搭档 搭档姓名 搭档2
        搭档二 同伴 同伴姓名 赛员2 赛员二 牌手2 牌手二 搭挡 搭子 配对 name2 player2 member2
        playerb partner partnername
        """,
    ColumnRole.TEAM: """
        队名 队伍 队伍名称 代表队 参赛队 参赛队伍 参赛队名 参赛队名称 球队 球队名称 队别 对名
        组合 组合名 组合名称 搭档名 牌对 小组名 战队 战队名 队 pair pairname team teamname
        teamnames nameofthepair nameoftheteam squad
        """,
    ColumnRole.CAPTAIN: "队长 队长姓名 captain teamcaptain",
    ColumnRole.LEADER: """
        领队 领队姓名 教练兼队长 领队兼教练 教练 nonplayingcaptain npc coach leader
        """,
    ColumnRole.ORDINAL: """
        序号 序 no no. 号 行号 对号 组号 桌号 队号 台号 # 顺序 次序 serial serialno sn index
        """,
    ColumnRole.NUMBER: """
        编号 会员号 会员编号 会员证号 会员卡号 号码 number membernumber memberno 报名号 报名编号
        牌手号 注册号 参赛编号 选手编号 选手号 运动员编号 赛员编号 id memberid 学号 工号
        """,
    ColumnRole.SEX: "性别 sex gender",
    ColumnRole.IDENTITY: """
        身份证 身份证号 身份证号码 证件号 证件号码 证件 护照 护照号 idnumber idcard identitynumber
        passport
        """,
    ColumnRole.RATING: """
        等级分 积分 分数 总积分 年度积分 技术分 大师分 rating elo score points 等级积分 会员积分
        赛季积分 平均分 得分
        """,
    ColumnRole.SEEDING: """
        种子 种子序号 种子号 种子排名 种子排序 种子顺序 排名 名次 排位 seeding seed seeded rank
        ranking seedno
        """,
    ColumnRole.REMARK: "备注 说明 附注 留言 note notes remark remarks comment comments",
    ColumnRole.ALIASES: "别名 昵称 曾用名 又名 aliases alias nickname 网名",
    ColumnRole.BIRTH: """
        出生年 出生年份 生年 出生 出生日期 出生年月 生日 birthyear yearofbirth born birthday
        dateofbirth
        """,
    ColumnRole.SHOWN: "同意公开 公开 consent shown agreedtobeshown",
    ColumnRole.EMAIL: "邮箱 电子邮箱 电子邮件 email mail e-mail",
    ColumnRole.MARK: "职务 身份 角色 队内职务 role",
    ColumnRole.OTHER: """
        联系人 联系人姓名 负责人 推荐人 填表人 报名人 监护人 监护人姓名 家长 家长姓名 紧急联系人
        拼音 姓名拼音 英文名 英文姓名 englishname pinyin 签名 签字 签到 年龄 民族 级别 段位 等级
        组别 项目 参赛项目 职业 职称 学历 籍贯 地址 住址 微信 微信号 qq qq号 照片 缴费 交费
        是否缴费 报名费 费用 金额 酒店 住宿 餐饮 房间 age level grade category group address
        wechat photo fee date 日期 报名时间 提交时间 时间 时间戳 timestamp 提交者 填写者
        """,
    ColumnRole.CLUB: """
        俱乐部 单位 代表单位 所属单位 所属俱乐部 学校 院校 所在单位 工作单位 参赛单位 所属 来自
        协会 所属协会 地区 城市 代表 推荐单位 选送单位 棋社 社团 团体 部门 班级 院系 学院 省市
        club clubs organisation organization school home homeclub company city affiliation
        federation country 国家 区县 街道 公司
        """,
}
_KNOWN: Final = {
    **{word: role for role, words in _WORDS.items() for word in words.split()},
    "姓名": ColumnRole.NAME,
    "名": ColumnRole.GIVEN,
    "姓": ColumnRole.SURNAME,
}
_PATTERNS: Final = (
    (
        re.compile("是否(?:能)?(?:参加|参赛|出席|到场|报名|来)|(?:参加|参赛|出席)与否"),
        ColumnRole.COMES,
    ),
    (re.compile("身份证|证件|护照"), ColumnRole.IDENTITY),
    (re.compile("紧急|监护|家长|推荐人|联系人|负责人|emergency|guardian"), ColumnRole.OTHER),
    (re.compile("电话|手机|联系方式|^phone|phone$|^mobile|^tel"), ColumnRole.PHONE),
    (re.compile("拼音|英文|签名|签字|签到|联系人|监护人|推荐人|家长|缴费|交费"), ColumnRole.OTHER),
    (re.compile("队长"), ColumnRole.CAPTAIN),
    (re.compile("领队|教练"), ColumnRole.LEADER),
    (re.compile("^(?:搭档|同伴|partner)"), ColumnRole.PARTNER),
    (
        re.compile(
            "^(?:姓名|名字|选手|赛员|队员|球员|牌手|成员|运动员|参赛者|player|member|name)"
            "(?:姓名|名字|name)?[0-9一二三四五六七八a-h甲乙丙丁]?(?:姓名)?$"
        ),
        ColumnRole.NAME,
    ),
    (re.compile("(?:第[一二三四五六1-6](?:位|名)?)?(?:队员|选手|搭档)(?:姓名)?$"), ColumnRole.NAME),
    (re.compile("姓名$|名字$"), ColumnRole.NAME),
    (re.compile("队名|队伍名"), ColumnRole.TEAM),
    (re.compile("会员(?:证|卡)?(?:编)?号"), ColumnRole.NUMBER),
    (re.compile("等级分|积分|大师分|rating|elo"), ColumnRole.RATING),
    (re.compile("种子"), ColumnRole.SEEDING),
    (re.compile("单位|俱乐部|学校|协会|代表队$|club$"), ColumnRole.CLUB),
    (re.compile("邮箱|邮件|email"), ColumnRole.EMAIL),
    (re.compile("备注"), ColumnRole.REMARK),
    (re.compile("性别"), ColumnRole.SEX),
    (re.compile("^出生"), ColumnRole.BIRTH),
)
SIGNS: Final = re.compile(r"[\s:：*＊※★_\-.·、\"“”‘’']")
_BRACKETS: Final = re.compile(r"[（(\[【〔].*?[)）\]】〕]")
_AUTOMATIC: Final = re.compile(r"\bip\b|来自ip|^来源|所用时间|答题时长|答卷时间")
"""Heads of what a form on the web notes by itself."""
_QUESTION: Final = re.compile(r"^\s*q?[0-9]{1,2}\s*[.、．:：)）]\s*(?=\D)")
"""The number of a question above a column of answers: 1、您的姓名."""
_ADDRESS: Final = re.compile("您的|你的|请填写|请输入|请选择|填写")


def role_of(head: str) -> ColumnRole:
    """Return the role that a head gives its column.

    >>> [role_of(head).value for head in ("*姓名/Name", "姓名（必填）", "参赛者姓名", "联系人姓名")]
    ['name', 'name', 'name', 'other']
    >>> [role_of(head).value for head in ("身份证号码", "手机号", "张三", "单位/Club")]
    ['identity', 'phone', 'unknown', 'club']
    """
    text = simplified(unicodedata.normalize("NFKC", head)).replace("№", "no").lower()
    text = _ADDRESS.sub("", _QUESTION.sub("", text))
    if _AUTOMATIC.search(text):
        return ColumnRole.OTHER
    parts = [text, *re.split(r"[/／\n|]", text), _BRACKETS.sub("", text)]
    parts += re.findall(r"[\u4e00-\u9fff]+|[a-z ]+", _BRACKETS.sub("", text))
    words = [word for word in (SIGNS.sub("", _BRACKETS.sub("", part)) for part in parts) if word]
    for word in words:
        if word in _KNOWN:
            return _KNOWN[word]
    if len(text) > LONGEST_HEAD:
        return ColumnRole.UNKNOWN
    for pattern, role in _PATTERNS:
        if any(pattern.search(word) for word in words):
            return role
    return ColumnRole.UNKNOWN


def is_head_word(word: str) -> bool:
    """Whether a word can only be the head of a column."""
    return SIGNS.sub("", _BRACKETS.sub("", word)).lower() in _KNOWN
