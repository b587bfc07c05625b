"""Teams at the desk, a captain with a phone, and boards made up from the sheets of the console."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, Locator, Page, expect
from pypdf import PdfReader

from tests.journeys.evening.desk import Desk
from tests.journeys.evening.played import GREAT, Deal
from tests.journeys.evening.table import TableTablet

ROOT: Final = Path(__file__).resolve().parents[3]
IN_ENGLISH: Final = {"North": "N", "West": "W", "South": "S", "East": "E"}
SUITS: Final = dict(zip("♠♥♦♣", "SHDC", strict=True))


@dataclass(frozen=True, slots=True)
class Team:
    """A team as it is entered."""

    name: str
    players: tuple[str, ...]

    @property
    def line(self) -> str:
        """The team as it stands in a list that is pasted."""
        return f"{self.name}：{'，'.join(self.players)}"


class TeamsDesk(Desk):
    """What a director does when teams meet."""

    def plans_teams(self, name: str, *, boards: int, rounds: int) -> None:
        """Create an event of teams over boards that the program makes."""
        self._chooses("Teams over boards, Swiss")
        self._field("Name").fill(name)
        self._field("Boards in a round").fill(str(boards))
        self._field("Rounds planned").fill(str(rounds))
        self._field("The cards").select_option("made")
        self.page.get_by_text("How rounds are drawn and timed").click()
        self._field("Minutes for the line-ups of a segment").fill("30")
        self._creates_the_event()

    def plans_a_knockout(self, name: str, *, deals: int) -> None:
        """Create a knockout of pairs: how many rounds it has follows from who enters."""
        self._chooses("Pairs, knockout")
        self._field("Name").fill(name)
        self._field("Deals in a round").fill(str(deals))
        self._creates_the_event()

    def pastes_teams(self, teams: Sequence[Team]) -> None:
        """Enter a list of teams."""
        self.pastes_lines("\n".join(team.line for team in teams), len(teams))

    def pastes_lines(self, text: str, number: int) -> None:
        """Enter a list as it came, of which so many teams are read."""
        self._opens("entries/")
        self._field("Teams").fill(text)
        self._press("Show what was read")
        self._press("Enter these names")
        self._reads(f"Entered: {number} teams.")

    def draws_matches(self) -> list[tuple[str, str]]:
        """Draw the next round; who meets whom, the home side first."""
        self._opens()
        self._press("Draw the round")
        expect(self.page.locator(".table-tile").first).to_be_visible()
        tables = self.page.locator(".table-tile").all()
        return [(names[0], names[1]) for names in map(_names, tables)]

    def prints_captains_slips(self) -> dict[str, str]:
        """Print the slips of all captains; the address on each, by the team."""
        self._opens("captains/")
        with self.page.expect_download() as coming:
            self.page.get_by_role("button", name="Download slips:").click()
        pages = PdfReader(io.BytesIO(coming.value.path().read_bytes())).pages
        return _addresses("\n".join(page.extract_text() for page in pages))

    def takes_line_up(self, team: str, players: Sequence[str], *, home: bool) -> None:
        """Note what a captain says at the desk."""
        self._opens_line_ups()
        row = self.page.locator(".line-up-match li", has_text=team)
        row.get_by_role("link", name="Take it here").click()
        _names_the_players(self.page, players, home=home)
        self._press("Take the line-up")

    def reveals(self) -> None:
        """Show the line-ups of all matches at once."""
        self._opens_line_ups()
        self.page.get_by_role("button", name=re.compile("Reveal the line-ups of")).click()
        self._reads("All line-ups are revealed.")

    def takes_them_as_last_time(self) -> None:
        """Let every team be late, and play as in the round before."""
        self._opens_line_ups()
        self.page.get_by_text("Set another deadline for line-ups").click()
        self._field("Line-ups due by").fill("2026-01-02T09:30")
        self._press("Set the deadline")
        self._reads("4 line-ups are late")
        expect(self.page.get_by_text("late since 2026-01-02 09:30")).to_have_count(4)
        self._press("Use the last line-up for all that are late")
        expect(self.page.get_by_text("not handed in yet")).to_have_count(0)

    def reads_line_ups(self) -> str:
        """Return what the page of line-ups says."""
        self._opens_line_ups()
        return self.page.locator("main").inner_text()

    def tables(self) -> dict[int, tuple[str, str]]:
        """Return the code of every table of the last round, and what stands on its tile."""
        self._opens()
        tiles = self.page.locator("[id^=table-]")
        expect(tiles.first).to_be_visible()
        return {
            int(tile.get_attribute("id").removeprefix("table-")): (  # type: ignore[union-attr]
                (tile.locator(".strong").first.text_content() or "").strip(),
                tile.inner_text(),
            )
            for tile in tiles.all()
        }

    def sets_prizes(self, *amounts: str) -> None:
        """Say what there is to win."""
        self._opens("prizes/")
        self._field("Prizes, from first place down").fill("\n".join(amounts))
        self._press("Set the prizes")

    def _chooses(self, form: str) -> None:
        """Begin an event of one of the forms that are not offered first."""
        self.page.locator("main a[href$='/events/new/']").first.click()
        self._follow("Gongzhu")
        self.page.get_by_text("Other forms").click()
        self._follow(form)

    def _opens_line_ups(self) -> None:
        self._opens()
        self.page.locator("main").get_by_role("link", name="Line-ups").first.click()


class Captain:
    """A captain with a phone and the address of the slip."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.page.goto(address)

    def hands_in(self, players: Sequence[str], *, home: bool) -> None:
        """Say who plays where."""
        _names_the_players(self.page, players, home=home)
        with self.page.expect_navigation():
            self.page.get_by_role("button", name="Hand in", exact=True).click()
        self.reads("Your line-up has been in since")

    def reads(self, words: str) -> None:
        """Look at the page anew."""
        self.page.reload()
        expect(self.page.locator("main")).to_contain_text(words)

    def never_reads(self, *names: str) -> None:
        """Look at the page anew: none of these names is on it."""
        self.page.reload()
        shown = self.page.locator("main").inner_text()
        assert not [name for name in names if name in shown]


def makes_boards(data: Path, event: str, number: int) -> dict[int, Mapping[str, str]]:
    """Return who holds the great cards on the boards of a round, as the console tells it."""
    result = subprocess.run(
        [sys.executable, "manage.py", "deal_sheets", event, "--round", str(number)],
        cwd=ROOT,
        env={**os.environ, "NO_BOOTSTRAP": "1", "HUAPAI_DATA": str(data), "LANG": "en_GB.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    return _held(result.stdout)


def board_at(table: TableTablet) -> int:
    """Return the number of the board that a table is to play now."""
    text = table.tablet.page.locator('[data-part="deals"]').inner_text()
    match = re.search(r"Board (\d+)", text)
    assert match, text
    return int(match[1])


def plays(table: TableTablet, owners: Mapping[str, str], *, great: str, rest: str) -> None:
    """Bring a board to its result: one seat wins pig, sheep and transformer, one all hearts."""
    dealt = "".join(owners[card] for card in GREAT)
    table.enters(Deal({great: "SQ DJ C10"}, rest=rest, dealt=dealt))


def _held(text: str) -> dict[int, Mapping[str, str]]:
    held: dict[int, dict[str, str]] = {}
    for line in text.splitlines():
        if match := re.search(r"[Bb]oard (\d+)", line):
            held[int(match[1])] = {}
        seat, _, cards = line.partition(": ")
        if seat in IN_ENGLISH and held:
            has = _cards(cards)
            last = held[max(held)]
            last |= {card: IN_ENGLISH[seat] for card in GREAT if card in has}
    assert all(len(holders) == len(GREAT) for holders in held.values()), text
    return {**held}


def _cards(text: str) -> set[str]:
    """Read `♠AQ3 ♥…`, with or without spaces between the cards of a suit."""
    cards, suit = set(), ""
    for mark in re.findall(r"[♠♥♦♣]|10|[2-9AKQJ]", text):
        if mark in SUITS:
            suit = SUITS[mark]
        else:
            cards.add(suit + mark)
    return cards


def _names(table: Locator) -> list[str]:
    return table.locator(".draft-seat span:last-child").all_inner_texts()


def _addresses(text: str) -> dict[str, str]:
    """Read the slips: a team behind its number, and below it an address of this machine."""
    addresses = re.findall(r"^\d+\s+·\s+(\S+)$.*?(/c/\S+/)$", text, re.MULTILINE | re.DOTALL)
    return dict(addresses)


def _names_the_players(page: Page, players: Sequence[str], *, home: bool) -> None:
    """Choose the first two for the open room and the next two for the closed room."""
    seats = ("open-N", "open-S", "closed-W", "closed-E")
    if not home:
        seats = ("open-W", "open-E", "closed-N", "closed-S")
    for seat, name in zip(seats, players, strict=True):
        page.locator(f"select[name={seat}]").select_option(label=name)
