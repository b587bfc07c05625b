"""Chinese surnames: the usual ones, and those with a reading of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LONG: Final[Mapping[str, tuple[str, str]]] = {
    "尉迟": ("yu", "chi"),
    "长孙": ("zhang", "sun"),
    "令狐": ("ling", "hu"),
    "单于": ("chan", "yu"),
    "万俟": ("mo", "qi"),
    "澹台": ("tan", "tai"),
    "宇文": ("yu", "wen"),
    "皇甫": ("huang", "fu"),
    "慕容": ("mu", "rong"),
    "欧阳": ("ou", "yang"),
    "司马": ("si", "ma"),
    "司徒": ("si", "tu"),
    "司空": ("si", "kong"),
    "上官": ("shang", "guan"),
    "诸葛": ("zhu", "ge"),
    "夏侯": ("xia", "hou"),
    "东方": ("dong", "fang"),
    "公孙": ("gong", "sun"),
    "公冶": ("gong", "ye"),
    "轩辕": ("xuan", "yuan"),
    "钟离": ("zhong", "li"),
    "端木": ("duan", "mu"),
    "独孤": ("du", "gu"),
    "南宫": ("nan", "gong"),
    "赫连": ("he", "lian"),
    "呼延": ("hu", "yan"),
    "闻人": ("wen", "ren"),
    "申屠": ("shen", "tu"),
    "太史": ("tai", "shi"),
    "濮阳": ("pu", "yang"),
    "淳于": ("chun", "yu"),
    "仲孙": ("zhong", "sun"),
    "拓跋": ("tuo", "ba"),
    "鲜于": ("xian", "yu"),
    "纳兰": ("na", "lan"),
    "百里": ("bai", "li"),
    "西门": ("xi", "men"),
    "第五": ("di", "wu"),
    "东郭": ("dong", "guo"),
    "南门": ("nan", "men"),
    "公羊": ("gong", "yang"),
    "梁丘": ("liang", "qiu"),
    "左丘": ("zuo", "qiu"),
    "宰父": ("zai", "fu"),
    "谷梁": ("gu", "liang"),
    "尉遲": ("yu", "chi"),
    "長孫": ("zhang", "sun"),
    "單于": ("chan", "yu"),
    "萬俟": ("mo", "qi"),
    "澹臺": ("tan", "tai"),
    "歐陽": ("ou", "yang"),
    "司馬": ("si", "ma"),
    "諸葛": ("zhu", "ge"),
    "東方": ("dong", "fang"),
    "公孫": ("gong", "sun"),
    "軒轅": ("xuan", "yuan"),
    "鍾離": ("zhong", "li"),
    "鐘離": ("zhong", "li"),
    "獨孤": ("du", "gu"),
    "南宮": ("nan", "gong"),
    "赫連": ("he", "lian"),
    "聞人": ("wen", "ren"),
    "濮陽": ("pu", "yang"),
    "仲孫": ("zhong", "sun"),
    "鮮于": ("xian", "yu"),
    "納蘭": ("na", "lan"),
    "西門": ("xi", "men"),
    "東郭": ("dong", "guo"),
}
"""Surnames of two characters by their syllables, which stand together."""

SHORT: Final[Mapping[str, str]] = {
    "单": "shan",
    "單": "shan",
    "曾": "zeng",
    "仇": "qiu",
    "解": "xie",
    "查": "zha",
    "区": "ou",
    "區": "ou",
    "盖": "ge",
    "蓋": "ge",
    "朴": "piao",
    "召": "shao",
    "秘": "bi",
    "种": "chong",
    "缪": "miao",
    "繆": "miao",
    "折": "she",
    "员": "yun",
    "員": "yun",
    "黑": "he",
    "乐": "yue",
    "樂": "yue",
    "翟": "zhai",
    "繁": "po",
    "隗": "wei",
    "麽": "yao",
    "重": "chong",
    "卜": "bu",
    "覃": "qin",
    "么": "yao",
    "角": "jue",
    "洗": "xian",
    "都": "du",
    "能": "nai",
    "句": "gou",
    "孛": "bo",
    "六": "lu",
    "祭": "zhai",
    "乜": "nie",
    "藏": "zang",
    "阚": "kan",
    "闞": "kan",
    "薄": "bo",
    "粘": "nian",
    "贠": "yun",
    "佴": "nai",
    "仉": "zhang",
    "逄": "pang",
    "笪": "da",
    "郇": "xun",
    "妫": "gui",
    "冼": "xian",
    "晁": "chao",
    "郗": "xi",
    "车": "che",
    "車": "che",
    "褚": "chu",
    "宿": "su",
    "尹": "yin",
    "那": "na",
    "宓": "mi",
    "长": "zhang",
    "行": "xing",
    "呙": "guo",
    "哈": "ha",
    "牟": "mu",
    "适": "kuo",
    "斗": "dou",
    "尧": "yao",
    "訾": "zi",
    "俞": "yu",
    "於": "yu",
    "沈": "shen",
    "瞿": "qu",
}
"""Surnames of one character."""

USUAL: Final = frozenset(
    """
    赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚
    范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余
    元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻
    强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓
    郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧
    隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘钭厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰
    从鄂索咸籍赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍却璩桑桂濮牛寿通边扈燕冀
    郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧
    殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益
    桓公肖覃付闫代仝佟佘楼苑谌岳帅佴粘贠区涂尧滿
    趙錢孫馮陳衛蔣韓楊許呂張嚴華謝鄒竇雲蘇魯韋馬鳳湯羅畢鄔樂時傅齊顧黃蕭貝計談龐紀項藍閔賈婁顏
    鍾駱萬盧經繆應鄧單諸龔陸榮儲鬆車寧欒厲劉葉龍黎薊懷從賴藺蒙喬陰雙聞黨譚貢勞鄔堵酈牆邊農溫莊
    閻連習魚廣闕歐聶饒簡豐關蓋肖鄭吳許鄺塗樓
    """.replace("\n", "").replace(" ", "")
)
"""The first characters of usual surnames, simplified and traditional."""


def starts_with_surname(name: str) -> bool:
    """Whether a name begins with a known surname.

    >>> starts_with_surname("李四"), starts_with_surname("欧阳雪"), starts_with_surname("城北")
    (True, True, False)
    """
    return name[:2] in LONG or name[:1] in USUAL or name[:1] in SHORT
