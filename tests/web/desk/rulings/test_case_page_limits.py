"""What the pages of rulings refuse: drafts, what was not seen, and facts without an end."""

from __future__ import annotations

import pytest
from django.test import Client

from referee.appeals.lodging import LONGEST
from referee.models import RulingCase, RulingVersion
from referee.rulings import cases, listed
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import decision, make_official, rule, seat
from tests.web.desk.rulings.test_case_pages import filled, form_of, look, page, store
from tests.web.publish.papers import pages
from tournaments.models import PenaltyWarning, Round
from web.publish.printed import ruling_paper


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.mark.full
def test_a_table_of_a_draft_is_no_place_of_a_ruling(hall: Hall, desk: Client) -> None:
    """A draft may be thrown away, and a ruling that names its table would hold it."""
    sitting = hall.deal().sitting
    for state, status in (("draft", 404), ("published", 200), ("cancelled", 200)):
        Round.objects.filter(pk=hall.round.pk).update(state=state)
        assert desk.get(form_of(hall, table=sitting.uid)).status_code == status
        assert desk.get(form_of(hall, deal=hall.deal().uid)).status_code == status


@pytest.mark.full
def test_another_ruling_after_going_back_is_not_lost(hall: Hall, desk: Client) -> None:
    address = form_of(hall, deal=hall.deal().uid)
    store(desk, address, filled(hall))
    other = filled(hall, whom=[f"seat:{seat(hall, 'W').uid}"], article="R-02")
    answer = store(desk, address, other)
    assert answer.status_code == 200
    assert "Another ruling was recorded from this form" in answer.content.decode()
    assert RulingCase.objects.count() == 1
    fresh = answer.context["form"]["key"].value()
    assert store(desk, address, {**other, "key": fresh}).status_code == 302
    assert RulingCase.objects.count() == 2


@pytest.mark.full
def test_a_word_on_a_version_that_was_replaced_is_refused(hall: Hall, client: Client) -> None:
    make_official(hall)
    first = rule(hall, "B-01")
    client.force_login(hall.cast.alice)
    seen = client.get(page(hall, "referee_ruling", first)).context["form"]["seen"].value()
    other = decision(hall, "B-01", "W", facts="it was West")
    cases.revise(first.case, hall.cast.bob, other, seen=1)
    where = page(hall, "referee_ruling_word", first)
    for sent in ({"confirm": "1", "seen": seen}, {"confirm": "1"}):
        client.post(where, sent)
        assert not PenaltyWarning.objects.exists()
    assert client.post(where, {"confirm": "1", "seen": "9"}).status_code == 404
    client.post(where, {"confirm": "1", "seen": "2"})
    assert PenaltyWarning.objects.count() == 1


@pytest.mark.full
def test_a_ruling_is_not_made_anew_upon_a_version_that_was_not_seen(
    hall: Hall, desk: Client
) -> None:
    version = rule(hall, "P-07")
    address, data = page(hall, "referee_rule_anew", version), filled(hall, article="R-02")
    sealed = look(desk, address, data).context["form"]["previewed"].value()
    cases.revise(version.case, hall.cast.alice, decision(hall, "P-07"), seen=1)
    assert desk.post(address, {**data, "previewed": sealed, "store": "1"}).status_code == 200
    assert RulingVersion.objects.count() == 2


@pytest.mark.full
def test_facts_have_an_end(hall: Hall, desk: Client) -> None:
    address = form_of(hall, deal=hall.deal().uid)
    answer = look(desk, address, filled(hall, facts="王" * (LONGEST + 1)))
    assert list(answer.context["form"].errors) == ["facts"]


@pytest.mark.full
def test_long_facts_are_whole_on_the_paper(hall: Hall) -> None:
    """Nobody signs what ends in three dots."""
    make_official(hall)
    facts = "".join(f"第{number}墩出牌时有人说话。" for number in range(LONGEST // 14)) + "完"
    version = rule(hall, "R-02", facts=facts, statements={"N": "甲" * 500, "W": "乙" * 500})
    ruled = listed.case_of(hall.cast.tournament, version.case.uid)
    assert ruled is not None
    drawn = pages(ruling_paper.ruling_paper.write(ruled))
    words = "".join("".join(drawn).split())
    assert "…" not in words
    # A page may end within a sentence.
    assert words.count("说") == facts.count("说")
    assert words.count("甲") >= 500
    assert len(drawn) > 1
