"""The knockout brackets of an event on paper, cut into parts of a page each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, gettext_lazy

from tournaments import results, wording
from tournaments.base.separators import join_facts
from tournaments.models import Event
from tournaments.pairing.knockout.bracket import BracketSlot, KnockoutBracket, SlotSource
from tournaments.pairing.knockout.bracket import KnockoutKind as Knocked
from tournaments.results import event_record
from tournaments.results.knockouts import Knockout
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure.stages import has_knockout
from tournaments.wording.pairing import cited_match
from web.publish import rank_columns
from web.publish.documents import DocumentOf, DocumentPage, Subject
from web.publish.pages.ranked import bracket as pages
from web.publish.pages.ranked.bracket import BracketView, MatchView, SideView
from web.publish.pdf.book import Block, Book, BookPart, Grid, Words
from web.publish.pdf.sheet import PrintedColumn
from web.publish.pdf.tree import NameStyle, Tree, TreeMatch, TreeRound, TreeSide
from web.publish.printed import making

ACROSS: Final = 4
"""Rounds side by side on a page."""
BELOW: Final = 8
"""Matches of a round below each other on a page."""
HALVES: Final = 2
MOST_LINES: Final = 30


@dataclass(frozen=True, slots=True)
class BracketLinks:
    """The links of a knockout: where every side comes from, and where winners and losers go.

    `reasons` say, by the code of a match, why it was decided other than by play.
    """

    frame: KnockoutBracket
    slots: Mapping[str, tuple[BracketSlot, BracketSlot]]
    winner_to: Mapping[str, str]
    loser_to: Mapping[str, str]
    reasons: Mapping[str, str]


PAGE: Final = DocumentPage(
    "bracket",
    gettext_lazy("Knockout"),
    "publish/ranking/_bracket.html",
    pages.read,
    is_empty=lambda page: not page.brackets,
)


@making.document(
    "bracket",
    gettext_lazy("Knockout bracket"),
    of=DocumentOf.EVENT,
    stored=1,
    suits=has_knockout,
    page=PAGE,
)
def knockout_bracket(subject: Subject, title: str) -> Book:
    """Return a part for each knockout that is drawn."""
    snapshot = results.read(subject.event)
    lines = (join_facts(*making.head_lines(snapshot)),)
    drawn = [knockout for knockout in pages.public(snapshot) if knockout.is_drawn]
    known = event_record.competitors(snapshot)
    parts = [
        _part(knockout, pages.view(knockout, known), title, lines, snapshot) for knockout in drawn
    ]
    if not parts:
        text = gettext("The knockout appears here when its first round is published.")
        parts = [BookPart(title, lines, (Words(text),))]
    imprint = making.imprint(subject, live=True)
    return Book(making.language(), title, tuple(parts), imprint, wide=True)


def _part(
    knockout: Knockout,
    shown: BracketView,
    title: str,
    lines: tuple[str, ...],
    snapshot: EventSnapshot,
) -> BookPart:
    known = _known(knockout, snapshot)
    trees = tuple(tree for part in shown.parts for tree in _trees(part, known))
    blocks: tuple[Block, ...] = (*trees, *_reasons(known), *_places(shown, snapshot.event))
    name = join_facts(title, shown.name) if shown.name else title
    return BookPart(name, (*lines, _legend(knockout)), blocks)


def _legend(knockout: Knockout) -> str:
    """Return the explanation of the codes of matches."""
    if knockout.frame.kind is Knocked.DOUBLE:
        return gettext(
            "W: main rounds. L: losers' rounds. F: finals. "
            "A code before a name is the match from which that side comes."
        )
    return gettext(
        "W: rounds of the knockout. T: match for the third place. "
        "A code before a name is the match from which that side comes."
    )


def _known(knockout: Knockout, snapshot: EventSnapshot) -> BracketLinks:
    matches = knockout.frame.matches
    targets: dict[SlotSource, dict[str, str]] = {source: {} for source in SlotSource}
    for match in reversed(matches):
        for slot in match.sides:
            targets[slot.source][slot.of] = match.code
    played = ((code, match.match.key) for code, match in knockout.played.items())
    reasons = {code: snapshot.awards[key].reason for code, key in played if key in snapshot.awards}
    slots = {match.code: match.sides for match in matches}
    return BracketLinks(
        knockout.frame, slots, targets[SlotSource.WINNER], targets[SlotSource.LOSER], reasons
    )


def _trees(columns: Sequence[pages.BracketColumn], known: BracketLinks) -> Iterator[Tree]:
    """Yield the rounds in parts that fit on a page, the earlier rounds first."""
    for start in range(0, len(columns), ACROSS):
        columns_here = columns[start : start + ACROSS]
        count = -(-len(columns_here[0].matches) // BELOW)
        for number in range(count):
            cut = []
            for column in columns_here:
                each = len(column.matches) // count
                part = column.matches[number * each : (number + 1) * each]
                cut.append(pages.BracketColumn(column.title, part))
            codes = frozenset(match.code for column in cut for match in column.matches)
            rounds = tuple(
                TreeRound(
                    column.title, tuple(_match(match, known, codes) for match in column.matches)
                )
                for column in cut
            )
            yield Tree(_title(number, count), rounds)


def _title(number: int, count: int) -> str:
    """Return the name of a part of the bracket, counted from the top."""
    if count == 1:
        return ""
    half, place = divmod(number, count // HALVES)
    name = gettext("Lower half") if half else gettext("Upper half")
    if count == HALVES:
        return name
    values = {"half": name, "number": place + 1, "parts": count // HALVES}
    return gettext("%(half)s, part %(number)s of %(parts)s") % values


def _match(match: MatchView, known: BracketLinks, codes_here: frozenset[str]) -> TreeMatch:
    slots = known.slots[match.code]
    sides = zip(match.sides, slots, strict=True)
    return TreeMatch(
        match.code,
        join_facts(_note(match), *_leads_to(match, known, codes_here)),
        tuple(_side(side, slot, known.frame, codes_here) for side, slot in sides),
    )


def _note(match: MatchView) -> str:
    """Return the note of a match: where it is played, or why it was not."""
    if match.state == "unplayed":
        return gettext("without play")
    if match.state == "level":
        return gettext("level: to be decided")
    if match.is_decided:
        return gettext("decided after a draw")
    if match.state == "open" and match.round:
        values = {"round": match.round, "table": match.table}
        return gettext("round %(round)s, table %(table)s") % values
    return ""


def _leads_to(match: MatchView, known: BracketLinks, codes_here: frozenset[str]) -> Iterator[str]:
    """Yield where winner and loser of a match go, if not in the same part; byes have no loser."""
    after, down = known.winner_to.get(match.code), known.loser_to.get(match.code)
    if after and after not in codes_here:
        yield gettext("winner to %(match)s") % {"match": cited_match(after, known.frame)}
    if down and match.state != "free":
        yield gettext("loser to %(match)s") % {"match": cited_match(down, known.frame)}


def _side(
    side: SideView, slot: BracketSlot, frame: KnockoutBracket, codes_here: frozenset[str]
) -> TreeSide:
    source = slot.of if slot.source is SlotSource.WINNER else ""
    if side.is_free:
        return TreeSide(gettext("bye"), look=NameStyle.FAINT, source=source)
    if not side.number:
        return TreeSide(_to_come(slot, frame), look=NameStyle.FAINT, source=source)
    look = NameStyle.WINNER if side.is_winner else NameStyle.PLAIN
    is_elsewhere = slot.source is not SlotSource.LINE and slot.of not in codes_here
    mark = slot.of if is_elsewhere or slot.source is SlotSource.LOSER else ""
    return TreeSide(f"{side.number} {side.name}", side.total, look, source, mark)


def _to_come(slot: BracketSlot, frame: KnockoutBracket) -> str:
    """Return where a side comes from, by the code of the previous match."""
    if slot.source is SlotSource.LINE:
        return ""
    values = {"match": cited_match(slot.of, frame)}
    if slot.source is SlotSource.WINNER:
        return gettext("Winner of %(match)s") % values
    return gettext("Loser of %(match)s") % values


def _reasons(known: BracketLinks) -> Iterator[Words]:
    """Yield the reasons of matches that were not decided by play, each with its matches."""
    by_reason: dict[str, list[str]] = {}
    for code in (slot for slot in known.slots if slot in known.reasons):
        by_reason.setdefault(known.reasons[code], []).append(code)
    for reason, codes in by_reason.items():
        values = {
            "matches": wording.listed(cited_match(code, known.frame) for code in codes),
            "reason": reason,
        }
        yield Words(gettext("%(matches)s: %(reason)s") % values)


def _places(bracket: BracketView, event: Event) -> Iterator[Grid]:
    """Yield the places decided so far."""
    if not bracket.places:
        return
    columns = (
        PrintedColumn(gettext("Rank"), 1),
        PrintedColumn(rank_columns.names_heading(event), 11, number=False, lines=MOST_LINES),
    )
    rows = []
    for place in bracket.places:
        rank = str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
        rows.append(
            (rank, join_facts(*(f"{entry.number} {entry.name}" for entry in place.entries)))
        )
    title = gettext("Final places") if bracket.is_over else gettext("The places so far")
    yield Grid(columns, tuple(rows), title, together=True)
