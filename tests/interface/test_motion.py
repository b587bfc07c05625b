"""Rows move to their places and pages open out of a row; nobody has to wait for either."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.interface.small_server import PAGE, Hall

ROW = '<li id="row-{0}"><a href="#{0}">{0}</a> <span class="number">{1}</span></li>'
NOTED = """(() => {
  window.moves = []; window.shifted = []; window.tapped = []; window.limits = [];
  const wait = window.setTimeout;
  window.setTimeout = (act, pause) => {
    if (pause === 240) limits.push(pause);
    return wait(act, pause);
  };
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (swap) => {
    const names = () => [...document.querySelectorAll("[style]")]
      .filter((one) => one.style.viewTransitionName).map((one) => one.id);
    const made = { before: names(), begun: performance.now() };
    const motion = start(() => { swap(); made.during = names(); });
    const group = "::view-transition-group(row-0)";
    motion.ready.then(() => {
      made.lasts = getComputedStyle(document.documentElement, group).animationDuration;
    }, () => {});
    moves.push(made);
    motion.finished.then(() => { made.took = performance.now() - made.begun; });
    return motion;
  };
  new PerformanceObserver((list) => {
    const moved = list.getEntries().flatMap(({ sources }) => sources.map(({ node }) => node));
    for (const node of moved) {
      const at = node && node.parentElement && node.parentElement.closest("[id]");
      if (node) shifted.push(node.id || (at ? at.id : ""));
    }
  }).observe({ type: "layout-shift", buffered: true });
  addEventListener("click", ({ target }) => tapped.push(target.textContent));
})()"""


def listed(*names: str) -> str:
    rows = "".join(ROW.format(name, 100 - place) for place, name in enumerate(names))
    return f'<p>Round 3</p><ol class="plain">{rows}</ol><button id="aside">aside</button>'


def shown(hall: Hall, page: Page, *names: str) -> None:
    hall.show(listed(*names))
    page.add_init_script(NOTED)
    page.goto(hall.address)


LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")


@pytest.mark.full
def test_a_row_that_rises_is_named_with_those_that_make_room_and_not_afterwards(
    hall: Hall, page: Page
) -> None:
    shown(hall, page, "a", "b", "c", "d", "e", "f")
    hall.change(listed("a", "e", "b", "c", "d", "f"))
    page.wait_for_function("() => window.moves[0] && window.moves[0].took")

    [move] = page.evaluate("moves")
    assert move["before"] == ["row-b", "row-c", "row-d", "row-e"]
    assert sorted(move["during"]) == move["before"]
    assert page.locator("li a").all_inner_texts() == ["a", "e", "b", "c", "d", "f"]
    assert page.locator("[style]").count() == 0
    assert move["lasts"] == "0.2s"
    assert page.evaluate("limits") == [240]
    hall.change(listed("a", "e", "b", "c", "d", "f", "g"))
    expect(page.locator("li")).to_have_count(7)
    assert len(page.evaluate("moves")) == 1


@pytest.mark.full
def test_who_does_not_move_stays_and_can_be_tapped_meanwhile(hall: Hall, page: Page) -> None:
    shown(hall, page, "a", "b", "c", "d", "e", "f")
    before = page.locator("#row-a").bounding_box()
    hall.change(listed("a", "e", "b", "c", "d", "f"))
    page.wait_for_function("() => window.moves.length")
    page.locator("#aside").click()
    page.wait_for_function("() => window.moves[0].took")
    page.locator("#row-e a").click()

    assert page.locator("#row-a").bounding_box() == before
    moved = {"row-b", "row-c", "row-d", "row-e"}
    assert set(page.evaluate("shifted")) <= moved
    assert page.evaluate("tapped") == ["aside", "e"]


@pytest.mark.full
def test_a_tap_reaches_what_has_moved_once_the_motion_is_over(hall: Hall, page: Page) -> None:
    shown(hall, page, "a", "b", "c", "d", "e", "f")
    page.evaluate(
        """() => {
      const place = document.querySelector("#row-b").getBoundingClientRect();
      window.at = [place.x + 8, place.y + place.height / 2];
      const look = () => {
        const found = document.elementFromPoint(...at);
        if (moves.length && found && found.closest("#row-e")) window.reached = true;
        else requestAnimationFrame(look);
      };
      look();
    }"""
    )
    hall.change(listed("a", "e", "b", "c", "d", "f"))
    page.wait_for_function("() => window.reached")
    page.wait_for_function("() => window.moves[0].took")
    page.mouse.click(*page.evaluate("at"))

    assert page.evaluate("tapped") == ["e"]


@pytest.mark.full
def test_whoever_wants_no_motion_has_none(hall: Hall, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    shown(hall, page, "a", "b", "c", "d")
    hall.change(listed("a", "d", "b", "c"))
    expect(page.locator("li a")).to_have_text(["a", "d", "b", "c"])
    assert page.evaluate("moves") == []


WITHOUT = """(() => {
  delete Document.prototype.startViewTransition;
  window.answers = [];
  const ask = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    answers.push(answer.status);
    return answer;
  };
})()"""


@pytest.mark.full
def test_a_browser_without_view_transitions_swaps_at_once(hall: Hall, page: Page) -> None:
    page.add_init_script(WITHOUT)
    hall.show(listed(*"abcd"))
    page.goto(hall.address)
    hall.change(listed(*"adbc"))
    expect(page.locator("li a")).to_have_text([*"adbc"])
    assert page.evaluate("document.startViewTransition") is None
    # An answer that could not be shown would be asked for again.
    assert page.evaluate("answers.filter((status) => status === 200).length") == 1


@pytest.mark.full
@pytest.mark.parametrize(
    ("before", "after"),
    [("abcdef", "fedcba"), ("abcdef", "abcdefg"), ("abc", "abc")],
    ids=["more than half change their order", "one comes", "only numbers change"],
)
def test_rows_are_swapped_at_once(hall: Hall, page: Page, before: str, after: str) -> None:
    shown(hall, page, *before)
    hall.change(listed(*after).replace("Round 3", "Round 4"))
    expect(page.get_by_text("Round 4")).to_be_visible()
    assert page.locator("li a").all_inner_texts() == [*after]
    assert page.evaluate("moves") == []


@pytest.mark.full
def test_a_page_that_was_stale_or_is_hidden_swaps_at_once(hall: Hall, page: Page) -> None:
    shown(hall, page, *"abcd")
    hall.status = 503
    expect(page.locator("#trouble")).to_be_visible()
    hall.status = 200
    hall.change(listed(*"adbc"))
    expect(page.locator("li a")).to_have_text([*"adbc"])
    assert page.evaluate("moves") == []
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    hall.change(listed(*"abcd"))
    expect(page.locator("li a")).to_have_text([*"abcd"])
    assert page.evaluate("moves") == []


@pytest.mark.full
def test_no_more_than_24_rows_in_sight_are_named(hall: Hall, page: Page) -> None:
    page.set_viewport_size({"width": 820, "height": 1400})
    shown(hall, page, *LETTERS, *map(str, range(20)))
    hall.change(listed("19", *LETTERS, *map(str, range(19))))
    page.wait_for_function("() => window.moves[0] && window.moves[0].took")
    assert len(page.evaluate("moves[0].before")) == 24
    page.set_viewport_size({"width": 820, "height": 600})


REVEALED = """addEventListener("pagereveal", (event) => {
  const motion = event.viewTransition;
  window.names = motion ? [] : null;
  if (!motion) return;
  const note = (changes) => {
    for (const { target } of changes) if (!names.includes(target.id)) names.push(target.id);
  };
  // The listener of the page comes after this one; a slow browser gives the motion up at once.
  new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["style"] });
  const left = () => { window.over = document.querySelectorAll("[style]").length; };
  motion.finished.then(() => setTimeout(left));
});"""
OPENING = PAGE.replace(
    '<link rel="icon"',
    '<link rel="stylesheet" href="/static/opens.css"><script src="/static/opens.js"></script>'
    '<link rel="icon"',
).format(
    '<ol class="standing-rows plain"><li id="one"><a href="/one">One</a></li>'
    '<li id="two"><a href="/two">Two</a></li></ol><p><a href="/three">Tab</a></p>'
    '<section class="person-hero" id="hero">Hero</section>'
)


@pytest.mark.full
def test_a_page_opens_out_of_the_row_that_led_to_it_and_back(hall: Hall, page: Page) -> None:
    hall.body = OPENING
    page.add_init_script(REVEALED)
    # A page that a slow browser reveals before all of it is there is shown at once: open it again.
    for _ in range(8):
        page.goto(hall.address)
        page.click("text=Two")
        page.wait_for_url("**/two")
        page.wait_for_function("() => window.over !== undefined || window.names === null")
        if page.evaluate("names"):
            break

    assert page.evaluate("over") == 0
    assert page.evaluate("names") == ["hero"]
    page.go_back()
    page.wait_for_function("() => window.over !== undefined || window.names === null")
    assert page.locator("[style]").count() == 0


SLOW = """(() => {
  const slow = new CSSStyleSheet();
  slow.replaceSync(":is(html)::view-transition-group(*) { animation-duration: 20s !important; }");
  document.adoptedStyleSheets = [slow];
  window.pauses = [];
  const wait = window.setTimeout;
  window.setTimeout = (act, pause) => {
    pauses.push(pause);
    return wait(act, pause);
  };
})()"""


@pytest.mark.full
def test_a_page_that_opens_is_there_after_a_fifth_of_a_second(hall: Hall, page: Page) -> None:
    """However long the browser would still move it; what is left of 240 ms is for the browser."""
    hall.body = OPENING
    page.add_init_script(SLOW)
    page.add_init_script(REVEALED)
    for _ in range(8):
        page.goto(hall.address)
        page.click("text=Two")
        page.wait_for_url("**/two")
        page.wait_for_function("() => window.names === null || pauses.length", timeout=8000)
        if page.evaluate("names"):
            break

    assert page.evaluate("pauses[0]") == 200
    page.wait_for_function("() => window.over !== undefined", timeout=8000)


TABLE = '<div class="scroll" id="points"><a href="/deal">Deal</a></div>'
TILES = (
    '<ul class="table-tiles plain"><li id="tile"><details open><summary>1</summary>'
    '<div class="scroll" id="shown">+100</div><a href="/table">Table</a></details></li></ul>'
)
ROWS = (
    '<ol class="standing-rows"><li id="row"><details class="standing-row" open>'
    '<summary id="line">One</summary><a href="/one">Person</a></details></li></ol>'
)


@pytest.mark.full
@pytest.mark.parametrize(
    ("page_of", "link", "named"),
    [
        (f'<section id="table-1">{TABLE}</section>', "Deal", ["points"]),
        (TILES, "Table", ["shown"]),
        (ROWS, "Person", ["line"]),
    ],
    ids=["the table of a page", "the table of an open tile", "the line of an open row"],
)
def test_what_is_named_is_as_large_as_what_opens(
    hall: Hall, page: Page, page_of: str, link: str, named: list[str]
) -> None:
    hall.body = OPENING.partition("<ol")[0] + page_of
    page.goto(hall.address)
    page.evaluate("""() => addEventListener("pageswap", () => {
      const parts = [...document.querySelectorAll("[style]")].map(({ id }) => id);
      sessionStorage.setItem("named", JSON.stringify(parts));
    })""")
    page.click(f"text={link} >> nth=-1")
    page.wait_for_function("() => sessionStorage.named")
    assert page.evaluate("JSON.parse(sessionStorage.named)") == named


@pytest.mark.full
def test_nobody_who_wants_no_motion_sees_a_page_open(hall: Hall, page: Page) -> None:
    hall.body = OPENING
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(REVEALED)
    page.goto(hall.address)
    page.click("text=Two")
    page.wait_for_url("**/two")
    page.wait_for_function("() => window.names !== undefined")
    assert page.evaluate("names") is None
