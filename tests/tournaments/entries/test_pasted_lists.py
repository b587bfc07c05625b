"""Pasted lists: what is understood of lines as people write them in chats and tables."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.base.refusals import Refused
from tournaments.entries.list_problems import ListProblem
from tournaments.entries.pasted_lists import players_of, read
from tournaments.entries.pasted_values import ListTerms, PastedLine, PastedList
from tournaments.entries.reading.reasons import ListDoubt

SINGLES, PAIRS, TEAMS = range(1, 2), range(2, 3), range(4, 7)


def lines(text: str, sizes: range = SINGLES, **taken: int) -> tuple[PastedLine, ...]:
    return read(text, ListTerms(sizes, taken)).lines


def why(line: PastedLine) -> str:
    problem = line.left_out or line.problem
    return problem.code.name if problem else ""


@pytest.mark.parametrize(
    "line",
    [
        "赵敏",
        "1. 赵敏",
        "1、赵敏",
        "1）赵敏",
        "(1) 赵敏",
        "（1）赵敏",
        "【1】赵敏",
        "① 赵敏",
        "⒈赵敏",
        "一、赵敏",
        "1 赵敏",
        "1赵敏",
        "1号 赵敏",
        "1️⃣ 赵敏",
        "１．赵敏",
        "12. 赵敏 ✓",
        "12. 赵敏✔️",
        "赵敏 勾",
        "赵敏 已打勾",
        "@赵敏",
        "赵敏[玫瑰]🌹",
        "赵敏。",
        "\u2067赵\u200b敏\u2069",
        "赵\u3000敏",
    ],
)
def test_a_name_is_found_behind_number_and_marks(line: str) -> None:
    (found,) = lines(line)
    assert (found.members, found.remark, why(found)) == (("赵敏",), "", "")


@pytest.mark.parametrize(
    ("line", "name", "club", "remark"),
    [
        ("赵敏（晚到10分钟）", "赵敏", "", "晚到10分钟"),
        ("赵敏 晚到10分钟", "赵敏", "", "晚到10分钟"),
        ("赵敏-晚到", "赵敏", "", "晚到"),
        ("赵敏（带朋友）", "赵敏", "", "带朋友"),
        ("赵敏 +1", "赵敏", "", "+1"),
        ("赵敏＋1", "赵敏", "", "+1"),
        ("赵敏 8点到", "赵敏", "", "8点到"),
        ("赵敏\t城北", "赵敏", "城北", ""),
        ("赵敏  城北棋社", "赵敏", "城北棋社", ""),
        ("赵敏，城北俱乐部", "赵敏", "城北俱乐部", ""),
        ("赵敏（城北俱乐部）晚到", "赵敏", "城北俱乐部", "晚到"),
        ("Ｌｉ　Ｎａ", "Li Na", "", ""),
        ("wáng xiǎomíng", "wáng xiǎomíng", "", ""),
        ("Li Na 城北", "Li Na", "城北", ""),
        ("Ada  Lovelace", "Ada Lovelace", "", ""),
        ("王小明 Wang Xiaoming", "王小明 Wang Xiaoming", "", ""),
        ("阿凡提·买买提江", "阿凡提·买买提江", "", ""),
    ],
)
def test_a_line_has_a_name_a_club_and_a_remark(
    line: str, name: str, club: str, remark: str
) -> None:
    (found,) = lines(line)
    assert (found.members, found.club, found.remark) == ((name,), club, remark)
    (again,) = lines(found.text)
    assert (again.members, again.club, again.remark) == ((name,), club, remark)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("#接龙", "TITLE"),
        ("群接龙 周五升级", "TITLE"),
        ("序号 姓名 备注", "HEADS"),
        ("例 张三 带朋友", "EXAMPLE"),
        ("报名截止周四晚上", "TALK"),
        ("地点：城北活动室", "TALK"),
        ("19:30 老地方", "TALK"),
        ("欢迎大家！", "TALK"),
        ("9.", "NO_NAME"),
        ("----", "NO_NAME"),
        ("3. 赵敏 请假", "AWAY"),
        ("3. 赵敏（来不了）", "AWAY"),
        ("3. 赵敏❌", "AWAY"),
        ("钱进", "LEFT_TAKEN"),
    ],
)
def test_what_is_no_entry_is_left_out_with_the_reason(line: str, reason: str) -> None:
    (found,) = lines(line, 钱进=4)
    assert (why(found), found.text, found.is_entry) == (reason, "", False)


def test_what_stands_before_the_first_number_is_a_title() -> None:
    found = lines("城北牌友\n1. 赵敏\n2. 钱进\n孙立")
    assert [why(line) for line in found] == ["TITLE", "", "", ""]
    assert [why(line) for line in lines("城北牌友\n赵敏\n钱进")] == ["", "", ""]


def test_several_persons_on_a_line_are_several_entries() -> None:
    assert [line.members for line in lines("3. 赵敏、钱进、孙立")] == [
        ("赵敏",),
        ("钱进",),
        ("孙立",),
    ]


@pytest.mark.parametrize(
    ("line", "members", "name"),
    [
        ("1. 甲/乙", ("甲", "乙"), ""),
        ("甲 乙", ("甲", "乙"), ""),
        ("甲+乙", ("甲", "乙"), ""),
        ("甲、乙（晚到）", ("甲", "乙"), ""),
        ("甲\t乙\t东风", ("甲", "乙"), "东风"),
        ("Wang Wei / Li Na", ("Wang Wei", "Li Na"), ""),
        ("Jean-Luc / Ann-Marie", ("Jean-Luc", "Ann-Marie"), ""),
        ("甲-乙", ("甲", "乙"), ""),
        ("Wang Wei  Li Na", ("Wang Wei", "Li Na"), ""),
    ],
)
def test_partners_are_parted(line: str, members: tuple[str, ...], name: str) -> None:
    (found,) = lines(line, PAIRS)
    assert (found.members, found.name, why(found)) == (members, name, "")
    (again,) = lines(found.text, PAIRS)
    assert (again.members, again.name) == (members, name)


def test_of_a_pair_one_person_entered_already_has_to_be_mended() -> None:
    found = lines("甲/乙\n乙/甲\n丙\n丁/甲\n戊/戊\n己/庚", PAIRS, 己=3)
    assert [why(line) for line in found] == [
        "",
        "TWICE",
        "PARTNER_MISSING",
        "SAME_TWICE",
        "SAME_TWICE",
        "NAME_TAKEN",
    ]


def test_teams_are_read_behind_title_and_numbers() -> None:
    found = lines(
        "#接龙\n1. 东队（城东）：甲，乙，丙，丁（晚到）\n2、东队：a，b，c，d\n3. 南队：x，y", TEAMS
    )
    assert [why(line) for line in found] == ["TITLE", "", "TEAM_TWICE", "TEAM_SIZE"]
    assert (found[1].name, found[1].club, found[1].captain) == ("东队", "城东", "甲")
    assert (found[1].members, found[1].remark) == (("甲", "乙", "丙", "丁"), "丁晚到")


def test_a_mended_line_replaces_what_was_read_and_an_empty_one_is_left_out() -> None:
    terms = ListTerms(SINGLES, {})
    text = "#接龙\n1. 赵敏\n2. 赵敏\n3. 钱进"
    found = read(text, terms, ["", "赵敏", "赵敏二", ""])
    assert [line.members for line in found.entries] == [("赵敏",), ("赵敏二",)]
    assert [why(line) for line in found.left_out] == ["TITLE", "LEFT_EMPTIED"]
    titled = read(text, terms, ["孙立", "赵敏", "", "钱进"])
    assert [line.members[0] for line in titled.entries] == ["孙立", "赵敏", "钱进"]
    other = read(text, terms, ["too", "few"])
    assert other == read(text, terms)


def test_what_is_said_of_a_mended_line_is_true_of_what_it_says_now() -> None:
    terms = ListTerms(SINGLES, {"己": 3})
    text = "1. 赵敏✓\n2. 赵敏\n3. 己\n4. 钱进"
    first = read(text, terms)
    boxes = [line.text for line in first.lines]
    assert boxes == ["赵敏", "", "", "钱进"]
    again = read(text, terms, boxes)
    assert again == first
    mended = read(text, terms, ["孙立", "", "", "赵敏"])
    assert [line.dropped for line in mended.entries] == [(), ()]
    assert [why(line) for line in mended.left_out] == ["TWICE", "LEFT_TAKEN"]
    assert dict(mended.left_out[0].left_out.values)["first"] == 4  # type: ignore[union-attr]
    freed = read(text, terms, ["孙立", "", "", ""])
    assert [why(line) for line in freed.left_out] == ["LEFT_EMPTIED", "LEFT_TAKEN", "LEFT_EMPTIED"]


def test_who_has_no_twin_any_more_is_entered_once_the_other_line_is_mended() -> None:
    pairs = ListTerms(PAIRS, {})
    text = "甲/乙\n丁/甲"
    boxes = [line.text for line in read(text, pairs).lines]
    assert [why(line) for line in read(text, pairs, boxes).lines] == ["", "SAME_TWICE"]
    mended = read(text, pairs, ["丙 / 乙", boxes[1]])
    assert [line.members for line in mended.entries] == [("丙", "乙"), ("丁", "甲")]
    singles = ListTerms(SINGLES, {})
    text = "张三，城北棋社\n张三，城南棋社"
    first = read(text, singles)
    assert first.lines[1].doubt is ListDoubt.SAME_NAME
    renamed = read(text, singles, ["张山，城北棋社", first.lines[1].text])
    assert [line.is_entry for line in renamed.lines] == [True, True]


def test_another_person_of_a_name_can_be_told_apart_without_a_number() -> None:
    text = "张三，城北棋社\n张三，城南棋社\n张三，城东棋社"
    yes = read(text, ListTerms(SINGLES, {}), answers={"read_same_name": "yes"})
    assert [line.members for line in yes.entries] == [("张三",), ("张三2",), ("张三3",)]


def test_a_name_is_too_long_and_so_is_a_line() -> None:
    assert why(lines("王" * 121)[0]) in ("TOO_LONG", "TALK")
    assert why(lines("1. " + "王" * 121)[0]) == "TOO_LONG"
    assert why(lines("1. " + "王" * 500)[0]) == "TOO_LONG"
    assert why(lines("1. 赵敏，" + "城" * 61)[0]) == "TOO_LONG"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("名\n" * 10_000, ListProblem.TOO_MANY_ROWS),
        ("名" * 100_001, ListProblem.TEXT_TOO_LONG),
        ("甲\x00", ListProblem.CONTROL_CHARACTERS),
        ("\x1b[31m甲", ListProblem.CONTROL_CHARACTERS),
        ("\n\u200b\n", ListProblem.EMPTY),
    ],
)
def test_a_hostile_text_is_refused(text: str, code: ListProblem) -> None:
    with pytest.raises(Refused) as refused:
        read(text, ListTerms(SINGLES, {}))
    assert [problem.code for problem in refused.value.problems] == [code]


@pytest.mark.full
@given(st.text(max_size=200), st.sampled_from([SINGLES, PAIRS, TEAMS]))
def test_any_text_is_understood_or_refused(text: str, sizes: range) -> None:
    try:
        found: PastedList = read(text, ListTerms(sizes, {}))
    except Refused:
        return
    for line in found.lines:
        assert bool(line.left_out or line.problem or line.doubt) + line.is_entry == 1
        assert not line.is_entry or (len(line.members) in sizes and all(line.members))


def test_a_name_of_one_character_is_certain_where_somebody_has_it() -> None:
    text = "王\n周三\n李"
    asked = [line.doubt for line in lines(text)]
    terms = ListTerms(SINGLES, {"李": 7}, registered=["王"])
    known = read(text, terms).lines
    assert asked == [ListDoubt.IS_A_NAME] * 3
    assert [line.doubt for line in known] == [None, ListDoubt.IS_A_NAME, None]
    assert [line.is_entry for line in known] == [True, False, False]
    assert why(known[2]) == "LEFT_TAKEN"


@pytest.mark.parametrize(
    ("mended", "dropped"),
    [
        ("赵敏 13800001234", ("13800001234",)),
        ("赵敏，女", ()),
        ("赵敏（女）", ()),
        ("赵敏 女 138 0000 1234 13900001234", ("13800001234", "13900001234")),
    ],
)
def test_an_edited_line_keeps_no_telephone_and_no_sex(
    mended: str, dropped: tuple[str, ...]
) -> None:
    (line,) = read("王五", ListTerms(range(1, 2), {}), [mended]).lines
    assert (line.members, line.club, line.remark) == (("赵敏",), "", "")
    assert sorted(line.dropped) == sorted(dropped)


@pytest.mark.parametrize(
    ("sizes", "mended", "members"),
    [
        (SINGLES, "赵敏、女", ("赵敏",)),
        (SINGLES, "赵敏/女", ("赵敏",)),
        (SINGLES, "女士 赵敏", ("赵敏",)),
        (SINGLES, "赵敏 先生 晚到", ("赵敏",)),
        (PAIRS, "赵敏 女 / 钱进 男", ("赵敏", "钱进")),
        (PAIRS, "赵敏，女，钱进，男", ("赵敏", "钱进")),
        (PAIRS, "赵敏 / 钱进 / 女", ("赵敏", "钱进")),
        (TEAMS, "东队：赵敏，女，钱进，男，孙立，李四", ("赵敏", "钱进", "孙立", "李四")),
        (TEAMS, "东队：赵敏 女士，钱进 先生，孙立，李四", ("赵敏", "钱进", "孙立", "李四")),
        (TEAMS, "东队 赵敏 女 钱进 男 孙立 男 李四 女", ("赵敏", "钱进", "孙立", "李四")),
    ],
)
def test_a_sex_or_an_address_is_nobody(sizes: range, mended: str, members: tuple[str, ...]) -> None:
    """Neither where the list is read nor where its line is edited."""
    (pasted,) = lines(mended, sizes)
    (edited,) = read("王五", ListTerms(sizes, {}), [mended]).lines
    assert (pasted.members, edited.members) == (members, members)
    assert (edited.name, edited.club, why(edited)) == ("东队" if sizes is TEAMS else "", "", "")


@pytest.mark.parametrize(
    ("sizes", "mended", "reason"),
    [
        (SINGLES, "女", "NOT_A_NAME"),
        (SINGLES, "先生", "NO_NAME"),
        (PAIRS, "赵敏 / 女", "PARTNER_MISSING"),
        (PAIRS, "男 / 女", "NOT_A_NAME"),
        (PAIRS, "赵敏 先生", "PARTNER_MISSING"),
        (TEAMS, "东队：赵敏，女，钱进，男", "TEAM_SIZE"),
    ],
)
def test_a_sex_alone_takes_no_place(sizes: range, mended: str, reason: str) -> None:
    (line,) = read("王五", ListTerms(sizes, {}), [mended]).lines
    assert (why(line), line.is_entry) == (reason, False)


def test_an_edited_line_is_not_asked_about_again() -> None:
    text, singles = "1. 赵敏（小赵）\n2. 钱进（阿钱）\n3. 张三，李宁", ListTerms(SINGLES, {})
    edits = ["赵敏二（小赵）", "钱进（阿钱）", "张山，李宁"]
    fresh = read(text, singles)
    assert [line.doubt is not None for line in fresh.lines] == [True] * 4
    mended = [edits[0], fresh.lines[1].text, edits[2], ""]
    found = read(text, singles, mended).lines
    assert (found[0].members, found[0].club, found[0].doubt) == (("赵敏二",), "小赵", None)
    assert (found[2].members, found[2].club) == (("张山",), "李宁")
    no = read(text, singles, mended, answers={"read_brackets_are_club": "no"}).lines
    assert (no[0].members, no[0].club, no[0].remark) == (("赵敏二",), "", "小赵")


@pytest.mark.parametrize("mended", ["赵敏、钱进、孙立", "姓名，俱乐部", "报名截止周四晚上"])
def test_what_is_not_one_entry_stays_in_its_line_to_be_corrected(mended: str) -> None:
    found = read("1. 王五\n2. 李四", ListTerms(SINGLES, {}), ["王五", mended]).lines
    assert (found[1].text, why(found[1])) == (mended, "NOT_A_NAME")
    assert dict(found[1].problem.values)["row"] == 2  # type: ignore[union-attr]


@pytest.mark.full
@given(st.text(max_size=60), st.sampled_from([SINGLES, PAIRS, TEAMS]))
def test_any_edited_text_is_one_line_of_its_list(text: str, sizes: range) -> None:
    names = "，".join("甲乙丙丁"[: sizes[0]])
    shown = f"东队：{names}\n西队：戊" if sizes is TEAMS else f"1. {names}\n2. 戊"
    found = read(shown, ListTerms(sizes, {}), ["", text])
    assert len(found.lines) == 2
    assert all(bool(line.left_out or line.problem) + line.is_entry == 1 for line in found.lines)


def test_a_control_character_is_what_is_wrong_with_its_line_alone() -> None:
    found = read("1. 王五\n2. 李四", ListTerms(SINGLES, {}), ["王五", "李\x07四"]).lines
    assert [why(line) for line in found] == ["", "CONTROL_CHARACTERS"]


@pytest.mark.parametrize("sign", ["\x0c", "\u2028", "\x85"])
def test_what_parts_lines_parts_names_in_a_field_of_one_line(sign: str) -> None:
    typed = players_of(f"张三 李四{sign}王五 赵六", TEAMS)
    assert (typed.members, why(typed)) == (("张三", "李四", "王五", "赵六"), "")


@pytest.mark.full
@example("张三 李四 王五 赵六 \x0c 队长")
@example("1. 张三\u20282. 李四\u2028共4人\u2028")
@given(st.text(max_size=60))
def test_any_players_of_a_team_are_one_line(text: str) -> None:
    line = players_of(text, TEAMS)
    assert bool(line.left_out or line.problem) + line.is_entry == 1


@pytest.mark.parametrize(
    ("text", "is_asked"),
    [
        ("孙 悟空 / 猪 八戒", True),
        ("孙/猪八戒", True),
        # Signs that stand for names, as in an example.
        ("甲/乙", False),
        ("张三/李四 雄狮", True),
        ("张三/李四 晚到", False),
        ("张三/李四 城北棋社", False),
        ("孙悟空 / 猪八戒", False),
    ],
)
def test_a_part_of_a_name_is_no_remark_of_a_pair_without_a_question(
    text: str, *, is_asked: bool
) -> None:
    (line,) = read(text, ListTerms(range(2, 3), {})).lines
    assert (line.doubt is ListDoubt.IS_A_PAIR) is is_asked
