"""The cover of an event, its long picture, an entry's day and a deal, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from django.utils.translation import gettext, ngettext, pgettext

from scoring.cards import in_order
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Deal
from tournaments.results.event_record import StandingsRow, public_record
from tournaments.results.highlights import winners
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import group_by_line
from tournaments.wording import games, seat_short, signed, unsigned
from tournaments.wording.boards import line_text
from tournaments.wording.shengji.lines import Steps, of_attackers, outcome_text
from tournaments.wording.values import deal_text
from web.publish import rank_columns
from web.publish.pages import deal as deals
from web.publish.pages import entry as entries
from web.publish.pages.deal import DealPage
from web.publish.pages.entry import EntryPage, RoundPart
from web.publish.pages.ranked import stage_rows
from web.publish.pdf.seal_shape import SealShape
from web.publish.pictures.cover import Cover, CoverFelt
from web.publish.pictures.deal import DealPicture, LevelOfDeal, SeatOfDeal
from web.publish.pictures.parts import PictureHead, PictureState
from web.publish.pictures.person import MOST_ROUNDS, Day, DayRow, DayTable
from web.publish.pictures.poster import Poster, Ranked
from web.publish.pictures.scroll import LongPicture
from web.publish.publications import Publications
from web.publish.rank_columns import Measures
from web.publish.scroll.words import EveningScroll
from web.publish.seals.bearers import seals_of, seals_of_bearers
from web.publish.seals.club_face import mark_of
from web.publish.sharing import evening, highlight_words, states

MOST: Final = 200
"""The most rows of a long picture: more make it too long for a chat."""
ON_COVER: Final = 3
EMBLEMS: Final = {"gongzhu": ("C10", "DJ", "SQ", "HA"), "shengji": ("S2", "H2", "BJ", "RJ")}
"""The cards that stand for a game until a deal of note is known."""
Rows = Sequence[StandingsRow]


def cover(snapshot: EventSnapshot, published: Publications) -> Cover:
    """Return the content of the cover: the state of the event, and who leads."""
    rows = states.ranked(public_record(snapshot).standings())
    columns = rank_columns.columns_of_event(snapshot.event, rows)
    first = states.places(snapshot, rows, columns, ON_COVER)
    head = states.head(snapshot.event, has_day=bool(first))
    instead = () if first else states.when(snapshot.event)
    shown = evening.evening(snapshot, published)
    state, felt = states.state(snapshot, published), _cover_felt(snapshot, shown)
    if state.sentence == felt.told:
        state = replace(state, sentence="")
    won = shown is not None and bool(shown.fields[0].seals)
    seals = seals_of(snapshot, rows[0].competitor.number).seals if won else ()
    return Cover(head, state, felt, first, instead, tuple(seal.shape for seal in seals))


def _cover_felt(snapshot: EventSnapshot, shown: EveningScroll | None) -> CoverFelt:
    """Return the first deal of note with its cards; without one the game, and how many play it."""
    note = next((note for note in shown.notes if note.cards), None) if shown else None
    if note:
        return CoverFelt(note.cards, f"{note.names} {note.points}", note.title)
    game = snapshot.event.game
    return CoverFelt(EMBLEMS.get(game, ()), states.size(snapshot), games.game_name(game))


def long_picture(snapshot: EventSnapshot, published: Publications) -> LongPicture | Poster:
    """Return the content of the long picture; for a finished event it is the scroll."""
    shown = evening.evening(snapshot, published)
    return scroll(snapshot, published, shown) if shown else poster(snapshot, published)


def scroll(snapshot: EventSnapshot, published: Publications, shown: EveningScroll) -> LongPicture:
    """Return the content of the scroll's picture."""
    event = snapshot.event
    ranked = states.ranked(public_record(snapshot).standings())
    return LongPicture(
        head=states.head(event),
        state=states.state(snapshot, published),
        evening=shown,
        foot=states.foot(event, "event", event.uid),
        more=_left_out(len(ranked) - sum(len(field.lines) for field in shown.fields)),
    )


def poster(snapshot: EventSnapshot, published: Publications) -> Poster:
    """Return the content of the long picture of an event in progress."""
    event, rows = snapshot.event, public_record(snapshot).standings()
    columns = rank_columns.columns_of_event(event, rows)
    by_line = list(group_by_line(states.ranked(rows), lambda row: row.rank.line))
    by_knockout = bool(by_line) and stage_rows.are_by_knockout(snapshot, states.ranked(rows))
    reached = pgettext("knockout", "Round reached")
    return Poster(
        head=states.head(event, has_day=bool(by_line)),
        state=states.state(snapshot, published),
        lists=tuple(_lists(snapshot, by_line, columns)),
        total=reached if by_knockout else columns.deciding.heading,
        facts_title=gettext("Highlights"),
        facts=tuple(fact.line for fact in highlight_words.facts(snapshot, published)),
        foot=states.foot(event, "event", event.uid),
        more=_left_out(sum(max(0, len(part) - MOST) for _line, part in by_line)),
        instead="" if by_line else join_facts(*states.when(event)),
    )


def _lists(
    snapshot: EventSnapshot, by_line: Sequence[tuple[str, Rows]], columns: Measures
) -> Iterator[Ranked]:
    for line, part in by_line:
        yield Ranked(line_text(line) if line else "", states.places(snapshot, part, columns, MOST))


def _left_out(more: int) -> str:
    if not more:
        return ""
    text = ngettext(
        "%(more)s more place is on the event's page.",
        "%(more)s more places are on the event's page.",
        more,
    )
    return text % {"more": more}


def day(snapshot: EventSnapshot, published: Publications, number: int) -> Day:
    """Return the content of the picture of an entry's day. Raises Http404 without such an entry."""
    page = entries.read(snapshot, number)
    event, rank = page.event, page.rank
    rows = [_row(page, parts) for parts in reversed([*_rounds(page)])]
    has_place = rank is not None and rank.is_ranked and page.has_rank
    total = stage_rows.total_text(snapshot, rank, page.measures) if rank else ""
    standings = public_record(snapshot).standings()
    return Day(
        head=PictureHead(
            join_facts(event.tournament.club.name, event.tournament.name),
            event.name,
            club=mark_of(event.tournament.club),
        ),
        name=page.competitor.name,
        rank=gettext("Rank %(place)s") % {"place": rank.shown_place} if has_place and rank else "",
        total_name=str(page.measures.deciding.heading) if total else "",
        total=total,
        state=states.state(snapshot, published),
        rows=tuple(rows[-MOST_ROUNDS:]),
        ranks=tuple(after.place for after in rank.history) if rank else (),
        rounds=tuple(
            gettext("Round %(number)s") % {"number": after.round}
            for after in (rank.history if rank else ())
        ),
        among=sum(rank is not None and row.rank.line == rank.line for row in standings),
        facts=(page.stand_ins,) if page.stand_ins else (),
        foot=states.foot(event, "entry", event.uid, number),
        left_out=gettext("The first rounds are on the page.") if len(rows) > MOST_ROUNDS else "",
        seals=tuple(seal.shape for seal in seals_of(snapshot, number).seals),
    )


def _rounds(page: EntryPage) -> Iterator[tuple[RoundPart, ...]]:
    """Yield the tables of an entry by round; by match, where all its tables have one score."""
    has_one = page.measures.by_match or page.measures.of_rooms
    for _of, parts in groupby(page.parts, key=lambda part: (part.number, has_one and part.match)):
        group = tuple(parts)
        yield from (group,) if has_one else ((part,) for part in group)


def _row(page: EntryPage, parts: Sequence[RoundPart]) -> DayRow:
    first = parts[0]
    round_name = gettext("Round %(number)s") % {"number": first.number}
    if first.seat is None:
        out = DayTable(gettext("Sits out"))
        return DayRow(round_name, (out,), _score(page, first))
    others: dict[str, list[str]] = {}
    for part in parts:
        others.setdefault(_where(part), []).append(join_facts(*(seat.name for seat in part.others)))
    # The parts of a match at one table are listed from its last to its first.
    tables = tuple(
        DayTable(where, tuple(dict.fromkeys(reversed(names)))) for where, names in others.items()
    )
    return DayRow(round_name, tables, _score(page, first), _table_points(page, first))


def _where(part: RoundPart) -> str:
    label = part.seat.label if part.seat else ""
    where = gettext("Table %(table)s %(seat)s") % {"table": part.table, "seat": seat_short(label)}
    return join_facts(part.room_name, where)


def _table_points(page: EntryPage, part: RoundPart) -> str:
    """Return the table points of a round in words, if they rank."""
    if not page.measures.by_table_points or part.sum is None or part.sum.table_points is None:
        return ""
    return gettext("table points %(points)s") % {"points": unsigned(part.sum.table_points)}


def _score(page: EntryPage, part: RoundPart) -> str:
    """Return the score of a round, as on the page of the entry."""
    columns = page.measures
    if part.sat_out:
        return columns.round_said(part.sum) if part.sum else ""
    if columns.by_match or columns.of_rooms:
        return columns.round_said(part.sum) if part.is_first and part.sum else ""
    return "—" if part.is_sealed else columns.counted.say(part.total)


def deal_picture(deal: Deal) -> DealPicture:
    """Return the content of the picture of a deal; a sealed board only says that it is sealed."""
    page = deals.read(deal)
    event = page.event
    over = join_facts(event.tournament.club.name, event.name)
    title = gettext("Round %(round)s, table %(table)s, %(deal)s") % {
        "round": page.round.number,
        "table": page.table,
        "deal": deal_text(page.deal.number),
    }
    scored = bool(page.live and page.live.sums)
    shown = _seals(deal, page) if scored and page.counts else SeatSeals()
    level = _level(page)
    return DealPicture(
        head=PictureHead(over, title, club=mark_of(event.tournament.club)),
        seats=tuple(
            SeatOfDeal(
                seat.label,
                seat_short(seat.label),
                seat.name,
                signed(seat.points) if scored else "",
                _cards(page, seat.label),
                shown.by_label.get(seat.label) if level else None,
            )
            for seat in page.seats
        ),
        on_felt=page.on_felt,
        state=_state(page),
        facts=(*_levels(page, has_bar=level is not None), *_told(page)),
        seals=() if level else tuple(shown.by_label.values()),
        is_by_club=shown.by_club and not level,
        foot=states.foot(event, "deal", page.deal.uid),
        level=level,
    )


class SeatSeals(NamedTuple):
    """The seals of a deal's winners by their seats; `by_club` if the club's takes their place."""

    by_label: Mapping[str, SealShape] = MappingProxyType({})
    by_club: bool = False


def _seals(deal: Deal, page: DealPage) -> SeatSeals:
    """Return the seals of a deal's winners: one player or one side, never equals or who lost."""
    labels = winners({seat.label: seat.points for seat in page.seats}) if page.on_felt else ()
    rows = deal.sitting.seats.select_related("person").filter(label__in=labels).order_by("pk")
    seats = list(rows)
    shown = seals_of_bearers([(seat.person.listed_name, seat.person.uid) for seat in seats])
    # There are as many seals as seats, or none.
    pairs = zip(seats, shown.seals, strict=False)
    return SeatSeals({seat.label: seal.shape for seat, seal in pairs}, shown.by_club)


def _level(page: DealPage) -> LevelOfDeal | None:
    """Return the level and the trump of a deal, and what the attackers took, as on its felt."""
    facts = page.live.facts if page.live and page.live.sums and page.on_felt else {}
    if not facts.get("dealer") or not facts.get("level"):
        return None
    trump = facts.get("trump") or ""
    none = "" if trump else games.option_name(page.event.game, "fact_trump", None)
    taken = of_attackers(_steps(page)).get("points")
    decks, has_turn = int(page.rules["decks"]), page.rules.get("level_table") != "custom"
    return LevelOfDeal(
        str(facts["level"]),
        trump,
        (pgettext("shengji", "Level"), none or pgettext("shengji", "Trump")),
        "" if taken is None else gettext("Attackers' points in all"),
        taken or 0,
        (0, 40 * decks * has_turn, 100 * decks),
    )


def _state(page: DealPage) -> PictureState | None:
    """Return why there are no points, or why they do not count; None if they do."""
    if page.is_sealed:
        told = gettext("Others have still to play this board: it is shown once it is opened.")
        return PictureState(gettext("Sealed"), told, "waiting")
    if page.live is None:
        return PictureState(gettext("No result"), gettext("This deal has no result yet."))
    if not page.live.sums:
        return PictureState(page.live.kind, gettext("Nobody scores in this deal."))
    if not page.counts:
        told = gettext("The game had ended before this deal: it does not count.")
        return PictureState(gettext("No score"), told, "waiting")
    return None


def _cards(page: DealPage, seat: str) -> tuple[str, ...]:
    """Return the scoring cards that a seat won, if a report says so."""
    won = page.live.facts.get("won") if page.live and page.live.sums else None
    cards = won.get(seat) if isinstance(won, Mapping) else None
    shown = [card for card in cards if card in page.asked] if isinstance(cards, list) else []
    return in_order(shown)


def _steps(page: DealPage) -> Steps:
    """Return the values of the steps of a deal's sums by their codes."""
    sums = page.live.sums if page.live else ()
    return {line.code: line.values for total in sums for line in total.conversions}


def _levels(page: DealPage, *, has_bar: bool) -> Iterator[str]:
    """Yield what came of a deal of levels, with the attackers' points if no bar has them."""
    steps = _steps(page)
    if came := outcome_text(steps):
        points = gettext("Attackers' points in all")
        told = "" if has_bar else f"{points} {of_attackers(steps)['points']}"
        yield join_facts(came, told)


def _told(page: DealPage) -> Iterator[str]:
    """Yield what a deal is told for, by who won by it and never by who lost; else its winner."""
    points = {seat.label: seat.points for seat in page.seats}
    names = {seat.label: seat.name for seat in page.seats}
    lines = [
        {"code": line.code, "seat": total.label, "cards": line.cards, "points": line.points or 0}
        for total in (page.live.sums if page.live else ())
        for line in total.lines
    ]
    noted = games.noted(page.event.game, lines, list(points))
    won = [one for one in noted if all(points.get(label, 0) > 0 for label in one.seats)]
    for one in won:
        who = wording.listed(dict.fromkeys(names[label] for label in one.seats))
        yield f"{who}{pgettext('label', ': ')}{one.words}"
    best = winners(points)
    if best and not won and not _steps(page):
        yield f"{wording.listed(names[label] for label in best)} {signed(points[best[0]])}"
