"""The pages of 规程 and 罚则表: at the desk, in public and on paper."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import levels_cast
from tests.cast import Cast
from tournaments import organise, regulations
from tournaments.models import Event, Membership, Role, RoleLimit, Size
from tournaments.regulations import catalogue, policies
from tournaments.structure.regulations import OFFICIAL, regulations_of
from tournaments.wording.official.regulations import OPTIONS
from web.forms.stored_values import WAS
from web.publish import documents
from web.publish.documents import Subject
from web.publish.pages import terms
from web.publish.printed import articles as printed

OF_OFFICIAL = ("申诉", "公示", "黄牌", "红牌", "迟到多少分钟")


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "zh-hans"
    return client


def fresh(cast: Cast) -> Event:
    return Event.objects.get(pk=cast.event.pk)


def sent(desk: Client, cast: Cast, **changes: str) -> int:
    """Send the form of the regulations as it stands, with some changes."""
    address = reverse("desk_regulations", args=[cast.event.uid])
    form = desk.get(address).context["form"]
    data = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in data.items() if value not in (None, False)}
    return desk.post(address, {**data, **changes}).status_code


def page(desk: Client, name: str, *args: str) -> str:
    response = desk.get(reverse(name, args=args))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.full
def test_a_club_event_sees_nothing_of_the_larger_size(desk: Client, cast: Cast) -> None:
    uid = cast.event.uid
    for text in (page(desk, "desk_regulations", uid), page(desk, "desk_articles", uid)):
        assert [word for word in OF_OFFICIAL if word in text] == []
    assert desk.get(reverse("articles", args=[uid])).status_code == 404
    assert "罚则表" not in page(desk, "about", uid)
    assert printed.penalty_table not in documents.kinds(cast.event, None, roles=None)


@pytest.mark.full
def test_an_event_is_made_an_official_competition(desk: Client, cast: Cast) -> None:
    assert sent(desk, cast, size="official") == 302
    assert regulations_of(fresh(cast)) == OFFICIAL
    given = {"notice_minutes": "20", "deposit": "100", "fewest_warnings": "on"}
    assert sent(desk, cast, **given, policy_late_exposure="allow_first_warn") == 302
    kept = regulations_of(fresh(cast))
    assert (kept.notice_minutes, kept.deposit) == (20, 10000)
    assert kept.policies == {"late_exposure": "allow_first_warn"}
    assert policies.chosen(fresh(cast))["exposed_card"] == "pick_up"
    assert "fewest_warnings" in fresh(cast).tie_breaks
    assert sent(desk, cast, size="club") == 302
    assert regulations_of(fresh(cast)).size == Size.CLUB
    assert "fewest_warnings" not in fresh(cast).tie_breaks


@pytest.mark.full
def test_the_size_stays_after_the_first_draw(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    assert sent(desk, cast, size="official", walkover_points="60") == 302
    kept = regulations_of(fresh(cast))
    assert (kept.size, kept.walkover_points) == (Size.CLUB, 60)


@pytest.mark.full
def test_an_article_is_changed_on_its_page(desk: Client, cast: Cast) -> None:
    address = reverse("desk_article", args=[cast.event.uid, "R-02"])
    form = desk.get(address).context["form"]
    data = {name: form[name].value() or "" for name in form.fields if form[name].value()}
    changed = {**data, "individual_1": "L4", "individual_2": "L5", "text": "按本会规定。"}
    assert desk.post(address, changed).status_code == 302
    row = catalogue.articles_of(catalogue.current(cast.tournament))["R-02"]
    assert (row.name, row.text) == ("", "按本会规定。")
    text = page(desk, "desk_articles", cast.event.uid)
    assert "按本会规定。" in text
    assert "第1版" in text
    back = desk.post(address, {**changed, "individual_2": "L1"})
    assert "不能低于前一次" in back.content.decode()


@pytest.mark.full
def test_an_own_article_is_added_and_found(desk: Client, cast: Cast) -> None:
    uid = cast.event.uid
    data = {"number": "12.3", "name": "未关手机", "text": "入场须关机。", "who": "1"}
    data |= {"counts": "person", "individual_1": "L3"}
    address = reverse("desk_article", args=[uid, "new"])
    assert desk.post(address, data).status_code == 302
    found = desk.get(reverse("desk_articles", args=[uid]), {"q": "手机"})
    assert found.context["table"].number == 2
    assert "未关手机" in found.content.decode()
    assert (
        "没有符合的条款"
        in desk.get(reverse("desk_articles", args=[uid]), {"q": "云"}).content.decode()
    )


@pytest.mark.full
def test_strangers_read_the_table_of_an_official_competition(
    desk: Client, cast: Cast, client: Client
) -> None:
    regulations.change_regulations(cast.event, cast.director, OFFICIAL)
    text = page(desk, "articles", cast.event.uid)
    assert all(word in text for word in ("R-02", "黄牌", "−100分", "再犯"))
    assert reverse("articles", args=[cast.event.uid]) in page(desk, "about", cast.event.uid)
    assert printed.penalty_table in documents.kinds(fresh(cast), None, roles=None)


@pytest.mark.full
def test_a_club_publishes_its_table_and_takes_it_back(desk: Client, cast: Cast) -> None:
    address = reverse("desk_articles", args=[cast.event.uid])
    public = reverse("articles", args=[cast.event.uid])
    assert desk.post(address, {"public": "1"}).status_code == 302
    assert desk.get(public).status_code == 200
    assert desk.post(address, {"public": "0"}).status_code == 302
    assert desk.get(public).status_code == 404


@pytest.mark.full
def test_it_prints(cast: Cast) -> None:
    regulations.change_regulations(cast.event, cast.director, OFFICIAL)
    with translation.override("zh-hans"):
        prepared = printed.penalty_table.prepare(Subject(fresh(cast)))
        content = printed.penalty_table.render(prepared.input, lambda _done, _all: None)
    assert content.startswith(b"%PDF")
    rows = [row for block in prepared.input["parts"][0]["blocks"] for row in block.get("rows", ())]
    # Ten levels, six steps of lateness, the articles of this form, and what is laid down besides.
    assert len(rows) == 10 + 6 + 81 + len(terms.terms(fresh(cast)))


@pytest.mark.full
def test_strangers_read_the_regulations_in_force(desk: Client, cast: Cast) -> None:
    """Periods, walkovers, claims and the policies of the event; what is advice says so."""
    assert sent(desk, cast, size="official") == 302
    given = {"notice_minutes": "25", "appeal_minutes": "35", "last_appeal_minutes": "10"}
    given |= {"deposit": "100", "forfeit_minutes": "15", "policy_exposed_card": "minor"}
    assert sent(desk, cast, **given) == 302
    text = page(desk, "articles", cast.event.uid)
    for words in ("25分钟", "35分钟", "10分钟", "100元", "15分钟", "±50"):
        assert words in text
    for words in ("存疑之处作不利于声称者的判定", "裁判员按此裁决，程序不自动执行"):
        assert words in text
    told = {term.name: term.words for term in terms.terms(fresh(cast))}
    chosen = str(OPTIONS["exposed_card"]["minor"])
    assert chosen in told.values()
    # The article says the same as the policy.
    assert text.count(chosen) == 2


def test_a_club_reads_of_no_appeals_in_its_terms(cast: Cast) -> None:
    with translation.override("zh-hans"):
        told = " ".join(f"{term.name} {term.words}" for term in terms.terms(cast.event))
    assert "声称" in told
    assert [word for word in (*OF_OFFICIAL, "押金", "弃权") if word in told] == []


@pytest.mark.full
def test_an_article_that_somebody_changed_meanwhile_is_looked_at_again(
    desk: Client, cast: Cast
) -> None:
    address = reverse("desk_article", args=[cast.event.uid, "R-02"])
    form = desk.get(address).context["form"]
    data = {name: form[name].value() or "" for name in form.fields if form[name].value()}
    data |= {f"{WAS}{name}": form.mark(name) for name in form.fields}
    assert desk.post(address, {**data, "text": "按本会规定。"}).status_code == 302
    late = desk.post(address, {**data, "text": "按协会规定。"})
    assert late.status_code == 200
    assert late.context["form"]["text"].value() == "按协会规定。"
    row = catalogue.articles_of(catalogue.current(cast.tournament))["R-02"]
    assert row.text == "按本会规定。"


@pytest.mark.full
def test_who_directs_one_event_alone_changes_no_article_of_all(cast: Cast, client: Client) -> None:
    held = Membership.objects.get(user=cast.bob)
    Membership.objects.filter(pk=held.pk).update(role=Role.DIRECTOR)
    RoleLimit.objects.create(membership=held, event=cast.event)
    client.force_login(cast.bob)
    article = reverse("desk_article", args=[cast.event.uid, "R-02"])
    assert client.get(article).status_code == 200
    assert client.post(article, {"name": "x"}).status_code == 403
    table = reverse("desk_articles", args=[cast.event.uid])
    assert client.post(table, {"public": "1"}).status_code == 403
    assert catalogue.current(cast.tournament) is None


@pytest.mark.full
def test_the_table_of_a_finished_event_follows(desk: Client, cast: Cast) -> None:
    cast.closed_round()
    organise.finish_event(fresh(cast), cast.director)
    catalogue.publish_articles(cast.tournament, cast.director, is_public=True)
    before = fresh(cast).public_revision
    catalogue.publish_articles(cast.tournament, cast.director, is_public=False)
    assert fresh(cast).public_revision > before


@pytest.mark.full
@pytest.mark.django_db
def test_by_levels_a_match_is_forfeited_after_fifteen_minutes(client: Client) -> None:
    """The minute of forfeit is a field: 30, and where levels are played 10 to 15."""
    cast = levels_cast.assemble()
    client.force_login(cast.alice)
    assert sent(client, cast, size="official") == 302
    assert regulations_of(fresh(cast)).forfeit_minutes == 15
