"""Classifies short texts: a name, a club, a remark, talk, a telephone, an identity number."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tournaments.entries.name_signs import HAN
from tournaments.entries.names import as_stored, is_han, tidy
from tournaments.entries.surnames import LONG, starts_with_surname

KEPT: Final = 4096
"""Texts whose look is kept: several rules ask for that of the same word."""
PHONE: Final = re.compile(
    r"(?<![0-9])(?:(?:\+|00)?86[\s-]?)?1[3-9][0-9][\s-]?[0-9]{4}[\s-]?[0-9]{4}(?![0-9])"
    r"|(?<![0-9])0[0-9]{2,3}[\s-][0-9]{7,8}(?![0-9])"
)
HIDDEN_PHONE: Final = re.compile(r"(?<![0-9])1[3-9][0-9]\s?[*＊]{4}\s?[0-9]{4}(?![0-9])")
EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE_WORD: Final = re.compile(
    r"(?:联系)?(?:电话|手机)(?:号码?)?\s*[:：]?\s*$|(?:tel|mob)\.?\s*:?\s*$", re.IGNORECASE
)
SEXES: Final = frozenset(
    ["男", "女", "男性", "女性", "男士", "女士", "先生", "小姐", "m", "f", "male", "female"]
)
REMARK: Final = re.compile(
    r"晚[到来点]|晚$|迟|早[走退]|分钟|点钟?[到来]|[0-9]点|到场|才到|路上|堵车|带|朋友|家属|孩子|待定|可能|不一定|"
    r"候补|替补|求|找|缺|交费|已交|缴|付费|已付|未付|转账|吃饭|开车|搭车|座位|轮椅|新手|第一次|[代替]$|^[代替]|"
    r"夫妇|夫妻|情侣|全家|一家|领队|队长|教练|裁判|备用|自带|素食|请假|临时|报到|只打|上半场|下半场|不吃|打车|领奖|报名$|参加$|"
    r"late|maybe|guest|wait|\+|[0-9]",
    re.IGNORECASE,
)
"""What stands behind a name and is no club."""
CLUB: Final = re.compile(
    r"(?:队|社|俱乐部|协会|学会|联盟|学校|大学|学院|中学|小学|高中|一中|公司|集团|小区|社区|街道|棋院|棋牌室|活动室|"
    r"牌友会|总会|分会|工会|中心|医院|银行|厂|局|研究所|[市县区镇乡村]|club|team|university|school)$",
    re.IGNORECASE,
)
CLUB_ALONE: Final = re.compile(
    r"\w{2,}(?:俱乐部|协会|学会|联盟|学校|大学|学院|中学|小学|公司|集团|棋院|[棋牌]社|棋牌室|活动室|牌友会|[总分工]会|"
    r"中心|医院|银行|研究所|club|university|school)",
    re.IGNORECASE,
)
"""A club that is nothing else even where it stands alone on a line."""
AWAY: Final = re.compile(
    r"^(?:请假|不来|来不了|去不了|不去|不参加|取消|退出|退赛|有事|缺席|弃权|不能[来去])"
)
WAITS: Final = re.compile(r"^(?:候补|替补|备选|等位|待补)")
NOBODY: Final = frozenset(
    [
        "待定",
        "未定",
        "暂缺",
        "空缺",
        "空",
        "无",
        "缺",
        "求搭档",
        "求搭",
        "求队友",
        "找搭档",
        "缺搭档",
        "tbd",
        "tba",
        "tbc",
        "none",
    ]
)
"""What stands where a name is missing."""
WEEKDAY_NAME: Final = re.compile(r"周[一二三四五六日末天][\u4e00-\u9fff]?")
TALK: Final = re.compile(
    r"报名|接龙|截止|时间|地点|地址|地方|费用|欢迎|比赛|开始|开打|本周|下周|今晚|明晚|今天|明天|大家|准时|通知|"
    r"请于|请各|请在|注意|规则|奖品|奖金|人数|名额|报到|集合|^谢谢|^收到|群里|参赛费|微信|联系人|"
    r"周[一二三四五六日末天]|星期|礼拜|[0-9]+\s*[:：点]|[0-9]+\s*元"
)
COUNT: Final = re.compile(
    r"^(?:共|合计|总计|共计|小计|总数|总人数|人数|已报|还差|缺)?\s*[:：]?\s*[0-9一二三四五六七八九十百]*\s*"
    r"(?:人|名|位|对|队|个)?\s*$"
)
DATE: Final = re.compile(
    r"^(?:[0-9]{4}\s*[-年./]\s*)?[0-9]{1,2}\s*[-月./]\s*[0-9]{1,2}\s*[日号]?(?:\s|[（(]|$|[上下晚]|周|星期|[0-9])"
    r"|^[0-9]{1,2}\s*[:：]\s*[0-9]{2}|^[0-9]{4}年|^[0-9]{1,2}月[0-9]{1,2}[日号]"
)
TALK_SIGNS: Final = re.compile(r"[。！？!?…]|https?:|www\.|^[0-9]+\s*[:：点]")
FOOTER: Final = re.compile(
    r"^\s*[*＊※]?\s*(?:合\s*计|总\s*计|共\s*计|小\s*计|总人数|领\s*队\s*签\s*[字名]|(?:副|总)?裁判长\s*[:：签]|[主协承]办|签\s*[字名]|负责人签|教练签|"
    r"填\s*表\s*[人日]|填报|制\s*表|审\s*核|经\s*办|盖\s*章|单位盖章|单位（盖章|单位\(盖章|联\s*系\s*人|联系电话|"
    r"日\s*期|说\s*明|备\s*注|注\s*[:：0-9]|注意|附\s*[:：注]|以上|以下空白|本表|此表|请于|请将|total|sum|signature|note)",
    re.IGNORECASE,
)
"""The first cell of what stands below a table."""
CHATTER: Final = re.compile(
    r"(?:好的?|收到|同上|ok|yes|no|在|到|1|来|我|我?也?[来去](?:了|吧)?|我?(?:参加|报名)|[算加]我一个|谢谢.*|辛苦了?|"
    r"点击.*|展开(?:全文)?|收起|查看(?:全部|更多).*|已(?:参与|接龙|报名)\s*[0-9]+\s*人.*|"
    r"明白了?|知道了|[哈呵嘿嗯哦]+|是的?|对的?|行|可以的?|没问题|顶|支持|祝贺.*|恭喜.*|加油)",
    re.IGNORECASE,
)
"""What people answer in a chat, which is no name."""
PARTICLE: Final = re.compile("[吗呢吧啊了哦呀嘛哈]$")
EXAMPLE: Final = re.compile(
    r"^\s*[（(\[【]?\s*(?:例|例如|示例|样例|范例|举例|格式|模板|example|e\.g\.?|sample)\s*[)）\]】]?(?:[\s0-9]|[:：]|$)"
    r"|[（(\[【]\s*(?:例|例如|示例|样例|范例|example)\s*[)）\]】]\s*$",
    re.IGNORECASE,
)
_LETTER: Final = rf"(?:(?![{HAN}])[^\W\d_])"
LATIN_WORD: Final = re.compile(rf"{_LETTER}+(?:['’.\-]{_LETTER}*)*\.?")
HAN_SHORT: Final = re.compile(rf"[{HAN}]{{2,4}}")
GLUED: Final = re.compile(
    rf"^([{HAN}]{{2,4}}?)\s*([0-9][0-9:：点半分到来~\-至钟 ]*[点到来分钟半]+"
    r"|晚[到来点些].*|迟到.*|早[走退].*|候补|替补|待定|可能.*|不一定.*|[0-9]{1,3}岁|[和跟与及带+＋](?:[0-9一二两三]|朋友|家[属人]|老[婆公]|孩子).*"
    r"|请假|不来了?|来不了了?|去不了了?|不去了?|不参加了?|有事不.*|不能[来去].*)$"
)
"""A name with an hour or another remark right behind it: 张三9点到, 李四请假."""


@lru_cache(maxsize=KEPT)
def is_short_name(text: str) -> bool:
    """Whether a text has the length and the characters of a person's name.

    >>> [is_short_name(text) for text in ("赵甲", "阿依努尔·艾山", "城北棋社", "晚到")]
    [True, True, False, False]
    """
    name = as_stored(text)
    if not name or name.casefold() in NOBODY or name.casefold() in SEXES:
        return False
    if is_han(name):
        is_long = "·" in name and len(name) <= 24
        fits = HAN_SHORT.fullmatch(name) is not None and not REMARK.search(name)
        return is_long or (fits and (starts_with_surname(name) or not CLUB.search(name)))
    words = name.split()
    return len(words) < 5 and all(LATIN_WORD.fullmatch(word) for word in words)


@lru_cache(maxsize=KEPT)
def is_usual_name(text: str) -> bool:
    """Whether a text can hardly be anything but a name.

    >>> [is_usual_name(text) for text in ("张三", "欧阳雪", "城北", "Li Na", "阿依努尔·艾山")]
    [True, True, False, True, True]
    """
    name = as_stored(text)
    if not is_short_name(name):
        return False
    if is_han(name) and "·" not in name:
        longest = 4 if name[:2] in LONG else 3
        return starts_with_surname(name) and len(name) <= longest and not is_club(name)
    return "·" in name or " " in name


@lru_cache(maxsize=KEPT)
def is_club(text: str) -> bool:
    """Whether a text ends like the name of a club and contains no remark."""
    name = tidy(text)
    short = starts_with_surname(name) and len(name) < 3
    return bool(CLUB.search(name)) and not short


def heads_club(text: str) -> bool:
    """Whether a line of its own is certainly a club, and so a heading for the lines below.

    >>> [heads_club(text) for text in ("城北俱乐部", "老村", "张三，城北棋社", "城北棋社")]
    [True, False, False, True]
    """
    return bool(CLUB_ALONE.fullmatch(text)) and not is_usual_name(text)


@lru_cache(maxsize=KEPT)
def is_remark(text: str) -> bool:
    """Whether a text describes a person and is no club."""
    return bool(REMARK.search(text) or AWAY.match(text) or WAITS.match(text))


@lru_cache(maxsize=KEPT)
def is_sex(text: str) -> bool:
    """Whether a text is nothing but a sex."""
    return tidy(text).casefold() in SEXES


@lru_cache(maxsize=KEPT)
def is_nobody(text: str) -> bool:
    """Whether a text says that a place is still open."""
    return tidy(text).strip("？?。.!！").casefold() in NOBODY or tidy(text) in (
        "?",
        "？",
        "-",
        "—",
        "/",
    )
