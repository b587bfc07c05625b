"""What everybody may do in a hall, in any order: right and wrong, late, twice, at other tables."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from django.core.cache import cache
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    initialize,
    rule,
)

from referee.base.handed_in import Sealed, seal
from referee.calls import calls
from referee.claims import claims
from referee.leases import leases
from referee.models import REFEREE, Call, CallReason, Sheet
from referee.rulings import corrections, listed_penalties, penalties
from referee.rulings.penalties import Target
from referee.sheets import entry, queries, versions
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.any_hall import DEVICES, HOLDER, AnyHall
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL
from tournaments import organise
from tournaments.models import Result, Seat

KEYS: Final = ("a-key-of-two-1", "a-key-of-two-2")
CONTESTED: Final = {"seat": "N", "after_trick": 9, "kind": "all", "accepted": [], "contested": True}
REPORTS: Final = (
    NORTH_TAKES_THE_PIG,
    WEST_TAKES_ALL,
    NOTHING_WON,
    {"won": {"N": ["SQ", "DJ"]}, "claim": CONTESTED},
    {"won": {"N": ["SQ"], "W": ["SQ"]}},
)

openers = st.sampled_from(DEVICES)
devices = st.sampled_from([HOLDER, HOLDER, HOLDER, *DEVICES])
numbers = st.sampled_from([1, 2])
mostly_none = st.sampled_from([0, 0, 0, 0, -1, 1])
"""By how much a version that was seen differs from the one that stands."""
mostly_new = st.sampled_from(["", "", "", *KEYS])
reasons = st.sampled_from(["seen at the table", "seen at the table", ""])
seats = st.sampled_from("NWSE")
agreeing = st.sampled_from(["W", "WSE", "WS", "NW", ""])
"""Who agrees with a sheet that North wrote."""
reports = st.sampled_from([*REPORTS[:2], *REPORTS[:2], *REPORTS])


class AnySequence(AnyHall):
    """Two tables with two deals each, two tablets, a referee and a director."""

    sheets: Bundle[Sealed] = Bundle("sheets")
    agreements: Bundle[Sealed] = Bundle("agreements")
    penalty_uids: Bundle[str] = Bundle("penalty_uids")

    @initialize(target=sheets, agree=agreeing)
    def begins(self, agree: str) -> Sealed:
        """Each table has a tablet, the first one a sheet, with which its recorder agrees."""
        cache.clear()
        for number in (1, 2):
            self.tablets[number, DEVICES[0]].opens(self._table(number), f"{DEVICES[0]}-{number}")
        self.most = 3
        return self._write_down(1, 1, REPORTS[0], f"N{agree}")

    # What tablets do.

    @rule(number=numbers, device=openers)
    def opens(self, number: int, device: str) -> None:
        """A device asks for a table, whoever has it."""
        self._ask_for(number, device)

    @rule(number=numbers, device=openers, is_right=st.sampled_from([True, True, False]))
    def takes_over(self, number: int, device: str, is_right: bool) -> None:
        """A device shows a PIN for the lease that was seen."""
        self._take_over(number, device, self.pin if is_right else "000000")

    def _take_over(self, number: int, device: str, pin: str) -> None:
        lease = self._table(number).leases.order_by("pk").last()
        seen = lease.uid if lease else ""
        answer = self._tell(number, device, "take-over", pin=pin, seen=seen)
        self.is_pin_refused = answer.status_code == 403
        if answer.status_code == 201:
            self.tablets[number, device].token = answer.json()["token"]

    @rule(number=numbers, key=st.sampled_from(KEYS), reason=st.sampled_from(list(CallReason)[:2]))
    def calls_the_referee(self, number: int, key: str, reason: CallReason) -> None:
        """The device that had the table last calls, perhaps once more."""
        lease = self._table(number).leases.order_by("pk").last()
        if lease is not None:
            details = calls.CallDetails(reason)
            self._may_refuse(lambda: calls.call_referee(lease, f"{key}-{number}", details))

    @rule(number=numbers, device=devices)
    def releases(self, number: int, device: str) -> None:
        """A device gives its table back, or one that it no longer has."""
        self._code_of(self._tablet(number, device).post("lease/release", {}))

    @rule(
        target=sheets,
        number=numbers,
        device=devices,
        of_table=st.sampled_from([0, 0, 0, 1]),
        play_order=numbers,
        report=reports,
        recorder=st.sampled_from(["N", "N", "N", "W", "X", REFEREE]),
        off=mostly_none,
        key=mostly_new,
    )
    def hands_a_sheet_over(
        self,
        *,
        number: int,
        device: str,
        of_table: int,
        play_order: int,
        report: Any,
        recorder: str,
        off: int,
        key: str,
    ) -> Sealed:
        """A sheet that is right or wrong, stale, of another table, under a key that was used."""
        deal = self._deal((number + of_table - 1) % 2 + 1, play_order)
        seen = max(0, deal.version + off)
        sealed = self.hall.sheet(deal, report, recorder=recorder, seen=seen, key=key)
        self._hand_over(number, device, "sheets", sealed)
        return sealed

    @rule(
        target=agreements, number=numbers, device=devices, sheet=sheets, seat=seats, key=mostly_new
    )
    def agrees(self, number: int, device: str, sheet: Sealed, seat: str, key: str) -> Sealed:
        """A seat agrees with a sheet of this table or of the other one."""
        return self._agree(number, device, self.hall.agreement(sheet, seat, key=key))

    @rule(target=agreements, number=numbers, device=devices, sheet=sheets, seat=seats)
    def agrees_with_other_content(
        self, number: int, device: str, sheet: Sealed, seat: str
    ) -> Sealed:
        """A seat agrees with what the sheet does not say."""
        return self._agree(number, device, self.hall.agreement(sheet, seat, digest="0" * 64))

    @rule(
        target=sheets,
        number=numbers,
        play_order=numbers,
        report=st.sampled_from(REPORTS[:2]),
        agree=agreeing,
    )
    def goes_as_it_should(self, number: int, play_order: int, report: Any, agree: str) -> Sealed:
        """A deal is written down and agreed with on the tablet that has the table."""
        return self._write_down(number, play_order, report, agree)

    @rule(target=sheets, number=numbers, play_order=numbers, report=st.sampled_from(REPORTS[:2]))
    def changes_hands_in_between(self, number: int, play_order: int, report: Any) -> Sealed:
        """A deal is written down, the table taken over, and the old device agrees all the same."""
        sheet = self._write_down(number, play_order, report, "")
        old = self._holder(number) or DEVICES[0]
        self._take_over(number, next(device for device in DEVICES if device != old), self.pin)
        self._hand_over(number, old, "confirmations", self.hall.agreement(sheet))
        self.most += 2
        return sheet

    @rule(number=numbers, device=devices, play_order=numbers, seat=seats)
    def agrees_with_what_the_page_shows(
        self, number: int, device: str, play_order: int, seat: str
    ) -> None:
        """A seat agrees with the sheet that counts, on a tablet that has or had the table."""
        newest = queries.newest_sound(self._deal(number, play_order))
        if newest is not None:
            sheet = Sheet.objects.get(pk=newest)
            agreement = {"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": seat}
            self._hand_over(number, device, "confirmations", seal(agreement))

    @rule(number=numbers, device=devices, sheet=sheets)
    def sends_a_sheet_again(self, number: int, device: str, sheet: Sealed) -> None:
        """The answer was lost, or another device found the sheet."""
        self._hand_over(number, device, "sheets", sheet)

    @rule(number=numbers, device=devices, agreement=agreements)
    def sends_a_confirmation_again(self, number: int, device: str, agreement: Sealed) -> None:
        """As with a sheet."""
        self._hand_over(number, device, "confirmations", agreement)

    @rule(number=numbers, device=devices, sheet=sheets)
    def sends_it_to_the_wrong_address(self, number: int, device: str, sheet: Sealed) -> None:
        """A sheet is no confirmation."""
        self._hand_over(number, device, "confirmations", sheet)

    def _write_down(self, number: int, play_order: int, report: Any, agree: str) -> Sealed:
        deal, self.most = self._deal(number, play_order), self.most + len(agree)
        sheet = self.hall.sheet(deal, report, seen=deal.version)
        self._hand_over(number, HOLDER, "sheets", sheet)
        for seat in agree:
            self._hand_over(number, HOLDER, "confirmations", self.hall.agreement(sheet, seat))
        return sheet

    # What officials do.

    @rule(
        target=sheets,
        number=numbers,
        play_order=numbers,
        report=reports,
        recorder=st.sampled_from([REFEREE, "N"]),
        off=mostly_none,
        key=mostly_new,
        paper=st.booleans(),
    )
    def is_typed_at_the_desk(
        self,
        *,
        number: int,
        play_order: int,
        report: Any,
        recorder: str,
        off: int,
        key: str,
        paper: bool,
    ) -> Sealed:
        """The referee types a deal, from paper or to correct it."""
        deal = self._deal(number, play_order)
        seen = max(0, deal.version + off)
        sealed = self.hall.sheet(deal, report, recorder=recorder, seen=seen, key=key)
        bob = self.hall.official()
        self._keep(sealed, lambda: entry.submit(writer=bob, sealed=sealed, paper=paper))
        return sealed

    @rule(
        target=agreements, sheet=sheets, seat=st.sampled_from([REFEREE, REFEREE, "W"]), why=reasons
    )
    def is_chosen_at_the_desk(self, sheet: Sealed, seat: str, why: str) -> Sealed:
        """The referee makes a sheet the result."""
        sealed, bob = self.hall.agreement(sheet, seat), self.hall.official()
        self._keep(sealed, lambda: entry.confirm(writer=bob, sealed=sealed, reason=why))
        return sealed

    @rule(number=numbers, play_order=numbers, which=st.integers(0, 3), why=reasons)
    def is_chosen_among_versions(self, number: int, play_order: int, which: int, why: str) -> None:
        """The referee chooses one of the versions of a deal; it may be written anew first."""
        deal, self.most = self._deal(number, play_order), 2
        all_versions = versions.of_deal(deal)
        if all_versions:
            chosen, bob = all_versions[which % len(all_versions)], self.hall.cast.bob
            key = seal({"chosen": chosen.name}).key
            self._may_refuse(lambda: versions.choose(chosen, bob, why, seen=deal.version, key=key))

    @rule(
        number=numbers,
        play_order=numbers,
        kind=st.sampled_from([*corrections.OFFERED, *[Result.Kind.RETRACTED] * 3, "average"]),
        off=mostly_none,
        why=reasons,
    )
    def is_ruled(self, number: int, play_order: int, kind: str, off: int, why: str) -> None:
        """A deal is void, not played, or its result is taken back."""
        deal, bob = self._deal(number, play_order), self.hall.cast.bob
        seen = max(0, deal.version + off)
        self._may_refuse(lambda: corrections.rule(deal, bob, kind, why, seen=seen))

    @rule(which=st.integers(0, 3), seat=seats, why=reasons)
    def is_decided(self, which: int, seat: str, why: str) -> None:
        """A claim is decided, also one that nobody contests any more."""
        all_claims = [claim for deal in self._deals() for claim in claims.claims_of_deal(deal)]
        if all_claims:
            claim, bob = all_claims[which % len(all_claims)], self.hall.cast.bob
            allocation = {seat: [f"H{rank}" for rank in (*range(2, 11), *"JQKA")] + ["C10"]}
            self._may_refuse(lambda: claims.decide(claim, bob, allocation, why))

    @rule(
        target=penalty_uids,
        at_table=st.booleans(),
        seat=seats,
        points=st.sampled_from([-50, 0]),
        why=reasons,
        key=mostly_new,
    )
    def gets_penalty_points(
        self, *, at_table: bool, seat: str, points: int, why: str, key: str
    ) -> str:
        """A seat of the first table or an entry gets penalty points."""
        sits = Seat.objects.select_related("side").get(sitting=self._deal(1, 1).sitting, label=seat)
        whom = Target(sits.side.entries.get(), sits if at_table else None)
        bob = self.hall.cast.bob
        made = self._may_refuse(lambda: penalties.give(whom, bob, points, why, key=key))
        return made.uid if made else ""

    @rule(uid=penalty_uids, why=reasons)
    def has_them_taken_back(self, uid: str, why: str) -> None:
        """Penalty points are taken back, also a second time."""
        row = listed_penalties.penalty_of(self.hall.cast.tournament, uid)
        if row is not None:
            self._may_refuse(lambda: penalties.take_back(row, self.hall.cast.bob, why))

    @rule(which=st.integers(0, 3), state=st.sampled_from(Call.State.values), seen=numbers)
    def is_answered(self, which: int, state: str, seen: int) -> None:
        """The referee says how far he is with a call, also with one that is over."""
        all_calls = list(Call.objects.order_by("pk"))
        if all_calls:
            call, bob = all_calls[which % len(all_calls)], self.hall.cast.bob
            self._may_refuse(lambda: calls.answer(call, bob, Call.State(state), seen=seen))

    @rule(number=numbers)
    def is_released_at_the_desk(self, number: int) -> None:
        """The desk takes a table from its device."""
        lease = self._table(number).leases.filter(released_at=None).first()
        if lease is not None:
            leases.release(lease=lease, actor=self.hall.official().actor)

    @rule(gives_up=st.sampled_from([False, False, True]))
    def is_closed(self, gives_up: bool) -> None:
        """The director closes the round, with or without deals that were not played by then."""
        self.most = 5
        for deal in self._deals() if gives_up else ():
            if not deal.done:
                kind, bob, seen = Result.Kind.NOT_PLAYED, self.hall.cast.bob, deal.version
                self._may_refuse(partial(corrections.rule, deal, bob, kind, "late", seen=seen))
        self.hall.round.refresh_from_db()
        self._may_refuse(partial(organise.close_round, self.hall.round, self.hall.cast.director))
