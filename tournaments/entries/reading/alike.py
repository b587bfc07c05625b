"""Hints for names that differ only by simplified and traditional characters; they stay different
names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.problems import Problem
from tournaments.entries.names import key_of
from tournaments.entries.reading.reasons import Note
from tournaments.entries.reading.values import ReadLine, why

PAIRS: Final = """
陈陳 张張 刘劉 杨楊 赵趙 黄黃 吴吳 孙孫 马馬 郑鄭 谢謝 冯馮 邓鄧 许許 萧蕭 叶葉 苏蘇 吕呂 蒋蔣
贾賈 卢盧 钟鍾 钟鐘 陆陸 龚龔 严嚴 万萬 钱錢 汤湯 罗羅 韩韓 顾顧 龙龍 贺賀 赖賴 庄莊 颜顏 鲁魯
韦韋 闫閆 阎閻 齐齊 庞龐 兰蘭 岳嶽 华華 国國 伟偉 军軍 丽麗 红紅 艳艷 静靜 杰傑 强強 涛濤 荣榮
贵貴 兴興 东東 凤鳳 云雲 飞飛 宝寶 志誌 庆慶 胜勝 阳陽 阴陰 进進 远遠 义義 礼禮 乐樂 学學 宁寧
宾賓 尧堯 岭嶺 峥崢 岚嵐 师師 帅帥 广廣 应應 怀懷 恒恆 恺愷 悦悅 战戰 晓曉 晖暉 权權 条條 来來
柠檸 树樹 桥橋 梦夢 欢歡 毕畢 汉漢 泽澤 洁潔 浏瀏 润潤 涟漣 渊淵 温溫 滨濱 满滿 灵靈 灿燦 炜煒
焕煥 爱愛 玮瑋 珑瓏 琼瓊 瑶瑤 画畫 盖蓋 硕碩 祯禎 离離 种種 积積 稳穩 竞競 笔筆 简簡 纪紀 纯純
纲綱 纬緯 纭紜 细細 经經 绍紹 绮綺 绪緒 维維 缘緣 翘翹 联聯 艺藝 节節 芸蕓 苹蘋 范範 荆荊 莲蓮
莹瑩 营營 蔼藹 蕴蘊 虑慮 虬虯 见見 观觀 览覽 觉覺 训訓 记記 诗詩 诚誠 诺諾 谊誼 谦謙 谭譚 谷穀
贝貝 贞貞 贤賢 贯貫 赞贊 赟贇 轩軒 辉輝 辽遼 达達 迁遷 运運 连連 迟遲 郧鄖 邹鄒 郏郟 鉴鑒 铁鐵
铃鈴 铭銘 银銀 锋鋒 锐銳 锦錦 键鍵 镇鎮 镜鏡 长長 门門 闻聞 间間 闵閔 闯闖 阔闊 际際 陕陝 隐隱
雾霧 韵韻 页頁 项項 须須 顺順 预預 领領 频頻 风風 驰馳 骄驕 骏駿 骆駱 骞騫 鲍鮑 鸣鳴 鸥鷗 鸿鴻
鹏鵬 鹤鶴 欧歐 区區 单單 诸諸 车車 台臺 众眾 优優 侠俠 伦倫 俭儉 关關 养養 凯凱 刚剛 创創 剑劍
励勵 劳勞 勋勳 协協 卫衛 历歷 县縣 发發 变變 号號 启啟 员員 周週 咏詠 响響 围圍 园園 圆圓 圣聖
场場 坚堅 声聲 处處 备備 够夠 头頭 奋奮 奖獎 妇婦 娄婁 娅婭 实實 宪憲 对對 寻尋 导導 寿壽 将將
尔爾 尝嘗 尽盡 层層 属屬 队隊 练練 参參 报報 选選 组組 会會 编編
电電 话話 请請 补補 团團 赛賽 体體 职職 证證 签簽 级級
"""
_FOLDED: Final = {
    ord(pair[1]): ord(pair[0]) for pair in PAIRS.split() if len(pair) == 2 and pair[0] != pair[1]
}


def simplified(text: str) -> str:
    """Return a text with the known traditional characters replaced by simplified ones.

    >>> simplified("領隊")
    '领队'
    """
    return text.translate(_FOLDED)


def similar_key(name: str) -> str:
    """Return the key that names share if they may be one person written in other characters.

    >>> similar_key("陈伟") == similar_key("陳偉")
    True
    """
    return key_of(name).translate(_FOLDED)


def notes(lines: Sequence[ReadLine]) -> list[Problem]:
    """Return a hint for the names of a list that differ only by such characters."""
    seen: dict[str, str] = {}
    found = []
    for read in (read for line in lines for read in line.reads):
        for name in read.members:
            first = seen.setdefault(similar_key(name), name)
            if key_of(first) != key_of(name):
                found.append(f"{first} / {name}")
    return [why(Note.ALIKE, text="、".join(dict.fromkeys(found)))] if found else []
