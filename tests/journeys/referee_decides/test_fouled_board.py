"""错牌: two of four tables of a duplicate event got other cards; the groups are scored apart.

Of a board with four tables a result has 2 matchpoints for every one that it beats, 6 at most. The
four reports are all different, so that North-South have 2, 0, 6 and 4 at tables 1 to 4. Tables 3
and 4 had other cards. In each group of two the better one has 2 and the other 0; Neuberg makes
((M + 1) · E / A) − 1 of it with E = 4 results expected and A = 2 there: (2 + 1) · 4 / 2 − 1 = 5 and
(0 + 1) · 4 / 2 − 1 = 1.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.desk.test_adjusted_pages import (
    FIELD,
    address,
    boards_hall,
    given,
    record_of_referee,
    scoresheet,
    shares,
    sound,
)
from tests.referee.hall import Hall
from tests.referee.rulings.test_adjusted_scores import record, text
from tournaments import organise

pytestmark = [pytest.mark.full, pytest.mark.django_db]
NEUBERG = {1: 2, 2: 0, 3: 6, 4: 4}, {1: 5, 2: 1, 3: 5, 4: 1}
"""North-South by the table, before and after."""
NOTE = "Played with other cards than the rest"
WHY = "the hands of South and West were exchanged"


def test_from_the_desk_to_the_papers(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    hall = boards_hall()
    cast = hall.cast
    for table, report in zip(hall.tables, FIELD, strict=True):
        record(hall.deal(1, table), report)
        record(hall.deal(2, table), NORTH_TAKES_THE_PIG)
    organise.close_round(hall.round, cast.director)
    before = shares(hall)
    assert before == NEUBERG[0]
    deals = [hall.deal(1, table) for table in hall.tables]

    client.force_login(cast.bob)
    where = address(cast, "referee_fouled", deals[0])
    assert where in text(client.get(address(cast, "referee_deal", deals[0])))
    sent = {"otherwise": [deals[2].uid, deals[3].uid], "reason": WHY}
    shown = given(client, where, sent)
    rows = shown.context["preview"].tables
    assert [(row.before, row.after) for row in rows] == [(2, 5), (0, 1), (6, 5), (4, 1)]
    assert shown.context["effect"]
    assert shares(hall) == NEUBERG[1]
    assert_told(hall, [False, False, True, True])

    # It was a mistake: all are one field again, and the record keeps both.
    given(client, where, {"otherwise": [], "reason": "the cards were the same"})
    assert shares(hall) == before
    assert_told(hall, [False] * 4)
    assert "as dealt after all" in record_of_referee(cast.event)
    sound(cast)


def assert_told(hall: Hall, noted: list[bool]) -> None:
    """The pages of the deals and the scoresheet note it; the 裁判记录 keeps who said so and why."""
    cast, deals = hall.cast, [hall.deal(1, table) for table in hall.tables]
    stranger = Client(headers={"accept-language": "en"})
    board = text(stranger.get(reverse("board", args=[cast.event.uid, 1, 1])))
    assert ("Tables that played it with other cards" in board) is any(noted)
    pages = [text(stranger.get(reverse("deal", args=[deal.uid]))) for deal in deals]
    assert [NOTE in page for page in pages] == noted
    with translation.override("en"):
        assert (NOTE in scoresheet(deals[2])) is noted[2]
        kept = record_of_referee(cast.event)
    for words in ("Boards played with other cards", "compared apart", WHY, cast.bob.called):
        assert words in kept
