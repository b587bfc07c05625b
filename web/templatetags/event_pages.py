"""Tags of the pages of an event: documents, seals, parts, highlights, and standings by columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from tournaments.base.separators import join_facts
from tournaments.models import Event, Round
from tournaments.results.event_record import Competitor, StandingsRow
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import EntryPenalty, RoundSum
from tournaments.structure.games import ends_by_rules, of_several_games
from tournaments.wording import games
from tournaments.wording.boards import line_text
from tournaments.wording.official import penalties
from tournaments.wording.standings import withdrawal_text
from web.publish import documents, rank_sentences
from web.publish import rank_columns as columns
from web.publish.documents import DocumentKind, DocumentPage, kinds
from web.publish.pages import parts, progress
from web.publish.pages.event import EventPage, ShownRow
from web.publish.pages.story import size_text
from web.publish.pages.walls.wall_parts import NameSizes
from web.publish.publications import Publications
from web.publish.rank_columns import Measures, RoundColumn
from web.publish.scroll import svg
from web.publish.scroll.svg import RankChart
from web.publish.scroll.words import NotedDeal
from web.publish.sharing import evening, highlight_words
from web.publish.sharing.highlight_words import HighlightText
from web.publish.tables import Value
from web.templatetags.words import JOINER, points

register = template.Library()


@register.simple_tag
def documents_of(snapshot: EventSnapshot, round_: Round | str | None) -> tuple[DocumentKind, ...]:
    """Return the public kinds of documents of a round, or of the event without one."""
    shown = round_ if isinstance(round_, Round) else None
    return kinds(snapshot.event, shown, roles=None, stages=snapshot.stages)


_TERM: Final = re.compile(r"([^。，；.,;:：()（）]{1,24})(：|: )(.+)", re.DOTALL)

_BEFORE_VALUE: Final = re.compile(r"(?<=[^\s，]) ?(?=[+−]\d)")


@register.filter
def rule_term(sentence: str) -> SafeString:
    """`{{ sentence|rule_term }}`: a rule, with what it is about in bold where it begins by that.

    A card and its value stay on one line.
    """
    kept = _BEFORE_VALUE.sub(lambda gap: "\u00a0" if gap[0] else JOINER, sentence)
    if said := _TERM.fullmatch(kept):
        return format_html("<b>{}</b>{}{}", *said.groups())
    return format_html("{}", kept)


@register.simple_tag
def printed_pages(snapshot: EventSnapshot) -> list[DocumentPage]:
    """`{% printed_pages snapshot as pages %}`: the pages of the documents that suit the event."""
    return documents.pages_of(snapshot.event, snapshot.stages)


OF_STANDINGS: Final = frozenset({"standings", "ranks", "prizes", "entry"})
"""The pages that follow from the standings, besides those of documents."""


@register.simple_tag
def sealed_words(event: Event) -> str:
    """`{% sealed_words event as why %}`: why the standings shown are not current, if so."""
    return progress.sealed_words(event)


@register.simple_tag
def why_sealed(snapshot: EventSnapshot, here: object = "standings") -> str:
    """`{% why_sealed snapshot here as why %}`: the same on the page `here`, if it has standings."""
    kind = documents.pages().get(str(here))
    follows = kind is not None and kind.page is not None and kind.page.follows_standings
    if not follows and here not in OF_STANDINGS:
        return ""
    return progress.sealed_text(sealed_rounds(snapshot))


@register.filter
def of_match(names: Mapping[int, str], match: int) -> str:
    """`{{ page.names.short|of_match:table.match }}`: the name of a match, or nothing."""
    return names.get(match, "")


@register.filter
def size_of(entries: int, event: Event) -> str:
    """`{{ places|size_of:event }}`: the number of entries, counted in people, pairs or teams."""
    return size_text(event, entries)


@register.simple_tag
def part_url(name: str, part: int, *args: str | int) -> str:
    """`{% part_url "event" 2 uid %}`: a part of a page; the first is at the page's own address.

    Arguments that the address of the page does not have may be empty.
    """
    given = [arg for arg in args if arg != ""]
    return reverse(f"{name}_part", args=[*given, part]) if part > 1 else reverse(name, args=given)


@register.simple_tag
def own_size(sizes: NameSizes, name: str) -> str:
    """`<th{% own_size sizes name %}>`: the size of a name that is smaller than others."""
    own = sizes.narrower.get(name) or sizes.longer.get(name)
    lines = SafeString(" data-long" if name in sizes.longer else "")
    return format_html(' data-letters="{}"{}', own, lines) if own else ""


@register.filter
def places_shown(screen: Sequence[Sequence[ShownRow]]) -> str:
    """`{{ screen|places_shown }}`: the first and the last place of a screen of a wall.

    Who shares a place at its end counts on, so that the places are as many as the rows.
    """
    rows = [row for column in screen for row in column]
    first, last = (row.row.rank.shown_place for row in (rows[0], rows[-1]))
    if not (first and last):
        return ""
    if first.isdecimal() and last.isdecimal() and rows[0].part_name == rows[-1].part_name:
        last = str(max(int(last), int(first) + len(rows) - 1))
    return gettext("Places %(places)s") % {"places": parts.numbers_text(first, last)}


@register.simple_tag
def highlights_of(snapshot: EventSnapshot, published: Publications) -> tuple[HighlightText, ...]:
    """`{% highlights_of snapshot published as facts %}`: the highlights in words; none while a
    round is in play."""
    return highlight_words.facts(snapshot, published) if snapshot.tells_highlights else ()


@register.filter
def game_and_form(event: Event) -> str:
    """`{{ event|game_and_form }}`: the game of an event, and who competes."""
    return join_facts(games.game_name(event.game), event.get_form_display())


@register.filter
def rules_and_length(event: Event) -> str:
    """`{{ event|rules_and_length }}`: the rules by name, how many rounds, and deals in each."""
    planned, deals = event.rounds_planned or 0, event.deals_per_round
    rounds = ngettext("%(rounds)s round", "%(rounds)s rounds", planned) % {"rounds": planned}
    each = ngettext("%(deals)s deal a round", "%(deals)s deals a round", deals) % {"deals": deals}
    is_free = of_several_games(event) or ends_by_rules(event)
    return join_facts(
        games.rules_name(event.ruleset), rounds if planned else "", "" if is_free else each
    )


class PageScroll(NamedTuple):
    """The scroll of a finished event as its page shows it."""

    charts: tuple[RankChart, ...]
    notes: tuple[tuple[NotedDeal, SafeString, SafeString], ...]
    """Deals of note with their seals and cards; others are among the highlights."""


@register.simple_tag
def scroll_of(snapshot: EventSnapshot, published: Publications) -> PageScroll | None:
    """`{% scroll_of snapshot published as scroll %}`: the scroll without its podium, which stands
    on the page already."""
    shown = evening.evening(snapshot, published)
    if shown is None:
        return None
    return PageScroll(
        tuple(svg.rank_chart(field) for field in shown.fields if field.has_ranks),
        tuple(
            (note, svg.drawn_seals(note), svg.drawn_fan(note)) for note in shown.notes if note.cards
        ),
    )


@register.filter
def card_fan(codes: Sequence[str]) -> SafeString:
    """`{{ deal.cards|card_fan }}`: cards as a fan, as the scroll has them."""
    return svg.drawn_cards(codes, alone=True)


KEPT: Final = 4096
"""Sums kept in the cache: enough for a large hall in two languages."""


@register.simple_tag
def measures_of(event: Event) -> Measures:
    """`{% measures_of event as measures %}`: the columns that an event needs."""
    return columns.columns_of_event(event)


@register.simple_tag
def sum_of(row: StandingsRow, page: EventPage) -> SafeString:
    """`{% sum_of row page %}`: the sum that opens below a row.

    While results come in, most rows move but few sums change, so sums are cached.
    """
    unplaced = replace(row.rank, place=0, shared=False, history=())
    language = get_language() or ""
    return _sum_fragment(language, page.event, page.measures, replace(row, rank=unplaced))


@lru_cache(KEPT)
def _sum_fragment(
    _language: str, event: Event, measures: Measures, row: StandingsRow
) -> SafeString:
    context = {"event": event, "measures": measures, "row": row}
    return render_to_string("publish/ranking/_sum.html", context)


@register.filter
def penalty_reason(penalty: EntryPenalty, competitor: Competitor) -> str:
    """`{{ one|penalty_reason:competitor }}`: the reason for a penalty, and who has it."""
    return penalties.reason_text(penalty.reason, penalty.offender, competitor.name)


@register.filter
def by_round(rank: Rank, columns: Sequence[RoundColumn]) -> SafeString:
    """`{{ row.rank|by_round:page.by_round }}`: a cell for each round, bold where it is the best."""
    cells = (("b" if column.is_best(rank) else "span", column.text_of(rank)) for column in columns)
    return format_html_join("", "<{0}>{1}</{0}>", cells)


# `{{ row.rank|missing }}`: what an entry still has to play to be ranked.
register.filter("missing", rank_sentences.missing_text)
# `{{ one|away:event }}`: how a round counts that was sat out or missed.
register.filter("away", rank_sentences.away_text)


@register.filter
def sum_said(value: Fraction, measures: Measures) -> str:
    """`{{ total|sum_said:measures }}`: a total of the standings as text."""
    return measures.total.say(value)


@register.filter
def of_round(round_sum: RoundSum, measures: Measures) -> str | SafeString:
    """`{{ one|of_round:measures }}`: the score of a round, empty while its match goes on."""
    value: Value = measures.of_round(round_sum)
    if measures.by_match or value is None or isinstance(value, str):
        return measures.round_said(round_sum)
    return counted(value, measures)


@register.filter
def counted(value: Fraction | int, measures: Measures) -> SafeString:
    """`{{ one.points|counted:measures }}`: the score of a deal, marked as a gain or a loss."""
    if measures.has_signs:
        return points(value)
    return format_html('<span class="number">{}</span>', measures.counted.say(value))


@register.filter
def decided(rank: Rank) -> str:
    """`{{ rank|decided }}`: the tie-breaks that decided between equals, each with its value."""
    return columns.tie_breaks_applied(rank)


@register.filter
def line_name(line: str) -> str:
    """`{{ rank.line|line_name }}`: north-south or east-west, where these rank apart."""
    return line_text(line)


@register.filter
def stands(round_sum: RoundSum, event: Event) -> str:
    """`{{ one|stands:event }}`: the score of both sides of a match, the entry's own first."""
    return columns.match_totals_text(event, round_sum)


@register.filter
def withdrawal(round_sum: RoundSum) -> str:
    """`{{ one|withdrawal }}`: the effect of a withdrawal on a round, or nothing."""
    return withdrawal_text(round_sum.gone)


@register.filter
def scores_name(event: Event) -> str:
    """`{{ event|scores_name }}`: the name of the scores of a deal."""
    return games.scores_name(event)


@register.filter
def game_name(game: str) -> str:
    """`{{ game|game_name }}`: what a game is called."""
    return games.game_name(game)


@register.filter
def raw_name(game: str) -> str:
    """`{{ game|raw_name }}`: the name of a deal's points before they become scores."""
    return games.raw_name(game)
