"""Two versions of one deal: both are kept, and the referee chooses with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.handed_in import Sealed, Writer
from referee.leases import leases
from referee.models import Sheet
from referee.sheets import desk_sheets, entry, versions
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL, Hall
from tournaments import results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import Deal, Event, Result
from tournaments.record.audit import Actor
from tournaments.results.snapshot import EventSnapshot


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text(answer: Any) -> str:
    """Return a page without the white space that nobody sees between tags of a table."""
    return " ".join(answer.content.decode().split()).replace("> <t", "><t")


def where(hall: Hall, name: str = "referee_compare", deal: Deal | None = None) -> str:
    return reverse(name, args=[hall.cast.tournament.uid, (deal or hall.deal()).uid])


def open_disputes(hall: Hall) -> list[Deal]:
    return versions.open_disputes(desk_sheets.sheets_at_desk(hall.cast.tournament))


def overview(hall: Hall) -> str:
    return reverse("referee_overview", args=[hall.cast.tournament.uid])


def taken_over(hall: Hall) -> tuple[Writer, Writer]:
    """The tablet that lost the first table, and the one that has it now."""
    old = hall.writer()
    leases.release(lease=hall.table.leases.get(), actor=Actor.from_user(hall.cast.bob))
    return old, hall.writer(device="another-tablet")


def result_of(hall: Hall, sealed: Sealed, writer: Writer) -> Result:
    """Make a sheet the result by the word of West."""
    entry.submit(writer=writer, sealed=sealed)
    result = entry.confirm(writer=writer, sealed=hall.agreement(sealed)).result
    assert result is not None
    return result


def sent(page: Any, version: str, reason: str = "the scorer misread a card") -> dict[str, str]:
    """What the form of the page would send."""
    form = page.context["form"]
    names = [shown.version.name for shown in page.context["pair"]]
    hidden = {name: form[name].value() for name in ("seen", "key")}
    return {
        "first": names[0],
        "second": names[1],
        "version": version,
        "reason": reason,
        **hidden,
    }


def standing(hall: Hall) -> Result:
    return Result.live.get(deal=hall.deal())


@pytest.mark.full
def test_two_tablets_and_their_difference_stand_side_by_side(hall: Hall, desk: Client) -> None:
    old, new = taken_over(hall)
    entry.submit(writer=new, sealed=hall.sheet())
    entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    page = desk.get(where(hall))
    page_text = text(page)
    assert "♠Q won by</th><td>West</td><td>North</td>" in page_text
    assert "from a device that no longer had the table" in page_text
    assert where(hall) in text(desk.get(overview(hall)))
    (_, late), (_, early) = page.context["form"].fields["version"].choices
    assert late.startswith("Written by North, ")
    assert early.startswith("Written by North, ")
    hearts = "♥2 ♥3 ♥4 ♥5 ♥6 ♥7 ♥8 ♥9 ♥10 ♥J ♥Q ♥K ♥A won by</th><td>West</td><td>East</td>"
    assert hearts in page_text
    scores = {tuple(total.score for total in shown.sums) for shown in page.context["pair"]}
    assert (-100, 100, 50, 200) in scores


@pytest.mark.full
def test_the_event_is_read_once_for_both_versions(
    hall: Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = taken_over(hall)
    entry.submit(writer=new, sealed=hall.sheet())
    entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    read, reads = results.read, list[Event]()

    def counted(event: Event) -> EventSnapshot:
        reads.append(event)
        return read(event)

    monkeypatch.setattr(results, "read", counted)
    page = desk.get(where(hall))
    assert all(shown.consequences for shown in page.context["pair"])
    assert len(reads) == 1


def test_what_one_tablet_sends_anew_is_no_dispute(hall: Hall) -> None:
    writer = hall.writer()
    entry.submit(writer=writer, sealed=hall.sheet())
    entry.submit(writer=writer, sealed=hall.sheet(report=WEST_TAKES_ALL))
    assert open_disputes(hall) == []


def test_a_sheet_that_the_same_device_mended_is_no_version(hall: Hall) -> None:
    writer = hall.writer()
    entry.submit(writer=writer, sealed=hall.sheet(report=NOTHING_WON))
    leases.release(lease=hall.table.leases.get(), actor=Actor.from_user(hall.cast.bob))
    later, sealed = hall.writer(), hall.sheet()
    entry.submit(writer=later, sealed=sealed)
    assert open_disputes(hall) == []
    agreed = hall.agreement(sealed, "referee")
    entry.confirm(writer=hall.official(), sealed=agreed, reason="as read")
    assert versions.choice_notes([standing(hall)]) == {}


def test_what_another_device_could_not_score_is_a_version(hall: Hall) -> None:
    old, new = taken_over(hall)
    entry.submit(writer=old, sealed=hall.sheet(report=NOTHING_WON))
    entry.submit(writer=new, sealed=hall.sheet())
    assert len(open_disputes(hall)) == 1


@pytest.mark.databases
def test_two_tablets_that_say_the_same_are_no_dispute(hall: Hall) -> None:
    old, new = taken_over(hall)
    entry.submit(writer=new, sealed=hall.sheet())
    turned = {"won": dict(reversed(NORTH_TAKES_THE_PIG["won"].items())), "exposed": []}
    entry.submit(writer=old, sealed=hall.sheet(report=turned))
    assert open_disputes(hall) == []


@pytest.mark.full
def test_a_version_of_an_open_deal_is_confirmed_as_it_came(hall: Hall, desk: Client) -> None:
    old, new = taken_over(hall)
    entry.submit(writer=new, sealed=hall.sheet())
    late = entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    page = desk.get(where(hall))
    for _ in range(2):
        answer = desk.post(where(hall), sent(page, late.uid), follow=True)
        assert "The version is now the result of the deal." in text(answer)
    assert (standing(hall).origin_uid, standing(hall).version) == (late.uid, 1)
    assert standing(hall).reason == "the scorer misread a card"
    assert Sheet.objects.count() == 2
    assert open_disputes(hall) == []
    hall.cast.tournament.refresh_from_db()
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_late_version_is_written_anew_in_the_referees_name(hall: Hall, desk: Client) -> None:
    old, new = taken_over(hall)
    first = result_of(hall, hall.sheet(), new)
    late = entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    assert standing(hall) == first
    assert [dispute.uid for dispute in open_disputes(hall)] == [hall.deal().uid]
    page = desk.get(where(hall))
    assert "after the result" in text(desk.get(overview(hall)))
    answer = desk.post(where(hall), sent(page, late.uid), follow=True)
    assert "The version is now the result of the deal." in text(answer)
    assert standing(hall).version == 2
    assert standing(hall).facts == WEST_TAKES_ALL
    assert Sheet.objects.get(uid=standing(hall).origin_uid).recorder == "referee"
    assert open_disputes(hall) == []


@pytest.mark.full
def test_the_version_that_stands_can_be_chosen_against_a_late_one(hall: Hall, desk: Client) -> None:
    old, new = taken_over(hall)
    result_of(hall, hall.sheet(), new)
    entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    page = desk.get(where(hall))
    first = page.context["pair"][0].version
    desk.post(where(hall), sent(page, first.name, "the old tablet was wrong"))
    assert (standing(hall).version, standing(hall).facts) == (2, NORTH_TAKES_THE_PIG)
    assert open_disputes(hall) == []


@pytest.mark.full
def test_without_a_reason_nothing_is_chosen(hall: Hall, desk: Client) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    old, new = taken_over(hall)
    entry.submit(writer=new, sealed=hall.sheet())
    late = entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    page = desk.get(where(hall))
    answer = desk.post(where(hall), sent(page, late.uid, ""))
    assert list(answer.context["form"].errors) == ["reason"]
    assert not Result.objects.exists()
    (version, _other) = versions.of_deal(hall.deal())
    with pytest.raises(Refused) as refused:
        versions.choose(version, hall.cast.bob, " ", seen=0, key="a-key-of-eight")
    assert [problem.code for problem in refused.value.problems] == [Reason.REASON_MISSING]


@pytest.mark.full
def test_a_choice_that_was_overtaken_is_refused_in_words(hall: Hall, desk: Client) -> None:
    old, new = taken_over(hall)
    entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    page_of = hall.sheet()
    entry.submit(writer=new, sealed=page_of)
    page = desk.get(where(hall))
    chosen = sent(page, page.context["pair"][0].version.name)
    entry.confirm(writer=new, sealed=hall.agreement(page_of))
    answer = text(desk.post(where(hall), chosen))
    assert "The result of this deal has changed in the meantime." in answer
    assert standing(hall).version == 1


@pytest.mark.full
def test_the_other_version_chosen_on_a_page_gone_back_to_is_refused_in_words(
    hall: Hall, desk: Client
) -> None:
    old, new = taken_over(hall)
    entry.submit(writer=new, sealed=hall.sheet())
    late = entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    page = desk.get(where(hall))
    (other,) = {shown.version.name for shown in page.context["pair"]} - {late.uid}
    desk.post(where(hall), sent(page, late.uid), follow=True)
    answer = text(desk.post(where(hall), sent(page, other), follow=True))
    assert "The result of this deal has changed in the meantime." in answer
    assert "The version is now the result of the deal." not in answer
    assert (standing(hall).origin_uid, standing(hall).version) == (late.uid, 1)


@pytest.mark.full
@pytest.mark.parametrize("again", [True, False])
def test_a_version_written_anew_is_told_from_the_other_by_what_it_copies(
    hall: Hall, desk: Client, again: bool
) -> None:
    old, new = taken_over(hall)
    result_of(hall, hall.sheet(), new)
    late = entry.submit(writer=old, sealed=hall.sheet(report=WEST_TAKES_ALL))
    page = desk.get(where(hall))
    (other,) = {shown.version.name for shown in page.context["pair"]} - {late.uid}
    desk.post(where(hall), sent(page, late.uid), follow=True)
    answer = text(desk.post(where(hall), sent(page, late.uid if again else other), follow=True))
    assert ("The version is now the result of the deal." in answer) is again
    assert (standing(hall).facts, standing(hall).version) == (WEST_TAKES_ALL, 2)


@pytest.mark.full
def test_a_version_with_which_the_game_finds_fault_cannot_count(hall: Hall, desk: Client) -> None:
    old, new = taken_over(hall)
    entry.submit(writer=new, sealed=hall.sheet())
    short = entry.submit(writer=old, sealed=hall.sheet(report=NOTHING_WON))
    page = desk.get(where(hall))
    answer = desk.post(where(hall), sent(page, short.uid))
    assert answer.status_code == 200
    assert answer.context["form"].non_field_errors()
    assert not Result.objects.exists()


@pytest.mark.full
def test_of_three_versions_any_two_are_shown(hall: Hall, desk: Client) -> None:
    writer = hall.writer()
    sheets = [
        entry.submit(writer=writer, sealed=hall.sheet(report=report))
        for report in (NORTH_TAKES_THE_PIG, WEST_TAKES_ALL, NORTH_TAKES_THE_PIG)
    ]
    query = {"first": sheets[0].uid, "second": sheets[2].uid}
    page = desk.get(where(hall), query)
    assert "Both versions agree." in text(page)
    assert [shown.version.name for shown in desk.get(where(hall)).context["pair"]] == [
        sheets[2].uid,
        sheets[1].uid,
    ]


@pytest.mark.full
def test_a_deal_of_one_sheet_has_no_second_version(hall: Hall, desk: Client) -> None:
    assert "There is no second version" in text(desk.get(where(hall)))
    assert desk.post(where(hall), {"version": "standing"}).status_code == 200
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    assert "There is no second version" in text(desk.get(where(hall)))


@pytest.mark.full
def test_a_result_that_came_of_no_sheet_is_a_version_too(hall: Hall, desk: Client) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report=WEST_TAKES_ALL))
    hall.cast.post(hall.cast.deals(hall.round)[0])
    page = desk.get(where(hall))
    assert "The live result" in text(page)
    desk.post(where(hall), sent(page, versions.STANDING, "the table agreed at the desk"))
    assert (standing(hall).version, standing(hall).facts) == (2, NORTH_TAKES_THE_PIG)
