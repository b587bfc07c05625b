"""Hall of the tests of any sequence: how everybody acts in it, and what holds after each step.

Tablets send over the API, officials act by the operations of their pages. Whatever is asked for is
done or refused with a code; anything else fails by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.test import Client, TestCase
from hypothesis.stateful import RuleBasedStateMachine, invariant

from referee.base.handed_in import Sealed
from tests.referee import legality
from tests.referee.hall import Answer, Hall, Tablet
from tournaments.base.refusals import Refused
from tournaments.models import Deal, Table

DEVICES: Final = ("tablet-one", "tablet-two")
HOLDER: Final = "the one that has the table"
STATUSES: Final = frozenset({401, 403, 404, 409, 422, 429})


class AnyHall(RuleBasedStateMachine):
    """Two tables with two deals each and two devices; every example begins anew."""

    def __init__(self, hall: Hall, pin: str) -> None:
        super().__init__()
        self.hall, self.pin = hall, pin
        self.atoms = TestCase._enter_atomics()  # type: ignore[attr-defined]
        self.tablets = {(number, name): Tablet(Client()) for number in (1, 2) for name in DEVICES}
        self.acknowledged: set[tuple[str, str]] = set()
        self.most, self.is_pin_refused = 1, False
        self.was = legality.Footprint.of(hall.cast.tournament)

    @invariant()
    def every_change_is_in_the_log_and_nothing_else(self) -> None:
        """The log grows by what changed; a PIN that was refused changes nothing and is noted."""
        now = legality.Footprint.of(self.hall.cast.tournament)
        grown = now.entries - self.was.entries
        assert now.seq - self.was.seq == grown
        assert grown <= self.most
        assert (now.rows != self.was.rows) == (grown > 0 and not self.is_pin_refused)
        self.was, self.most, self.is_pin_refused = now, 1, False

    @invariant()
    def every_deal_has_one_chain_of_results_with_a_word_for_each(self) -> None:
        """One live result, and behind each the table's word or an official's."""
        for deal in self._deals():
            legality.check_chain(deal)
            legality.check_words(deal)

    @invariant()
    def nothing_that_was_acknowledged_is_missing(self) -> None:
        """It counts, or it is kept beside."""
        assert self.acknowledged <= legality.stored_items()

    def teardown(self) -> None:
        """The whole record is proven; then the hall is as it was."""
        try:
            legality.check_record(self.hall.cast.tournament)
        finally:
            TestCase._rollback_atomics(self.atoms)  # type: ignore[attr-defined]

    def _table(self, number: int) -> Table:
        return self.hall.tables[number - 1]

    def _tablet(self, number: int, device: str) -> Tablet:
        if device == HOLDER:
            device = self._holder(number) or self._found_free(number)
        return self.tablets[number, device]

    def _holder(self, number: int) -> str:
        lease = self._table(number).leases.filter(released_at=None).first()
        return lease.device.removesuffix(f"-{number}") if lease else ""

    def _found_free(self, number: int) -> str:
        """Let a page that finds its table free ask for it before anything else."""
        self.most += 1
        self._ask_for(number, DEVICES[0])
        return DEVICES[0]

    def _ask_for(self, number: int, device: str) -> None:
        """Let a device ask for a table; where it does not get it, it has its old token."""
        answer = self._tell(number, device, "lease")
        if answer.status_code in {200, 201}:
            self.tablets[number, device].token = answer.json()["token"]

    def _deal(self, number: int, play_order: int) -> Deal:
        deals = self._deals()
        return next(
            deal
            for deal in deals
            if (deal.sitting.table_id, deal.play_order) == (self._table(number).pk, play_order)
        )

    def _deals(self) -> list[Deal]:
        return self.hall.cast.deals(self.hall.round)

    def _tell(self, number: int, device: str, what: str, **fields: str) -> Answer:
        path = f"tables/{self._table(number).code}/{what}"
        content = {"device": f"{device}-{number}", **fields}
        return self._code_of(self.tablets[number, device].post(path, content))

    def _agree(self, number: int, device: str, agreement: Sealed) -> Sealed:
        self._hand_over(number, device, "confirmations", agreement)
        return agreement

    def _hand_over(self, number: int, device: str, path: str, sealed: Sealed) -> None:
        answer = self._code_of(self._tablet(number, device).sends(path, sealed))
        if answer.status_code == 200:
            body = answer.json()
            assert (body["key"], body["digest"]) == (sealed.key, sealed.digest)
            assert body["standing"]
            assert bool(body["code"]) == body["kept"]
            self.acknowledged.add((sealed.key, sealed.digest))

    def _code_of(self, answer: Answer) -> Answer:
        if answer.status_code not in {200, 201}:
            assert answer.status_code in STATUSES, answer.content
            assert answer.json()["code"], answer.content
        return answer

    def _keep(self, sealed: Sealed, call: Callable[[], object]) -> None:
        """What an official writes is stored or kept, if it can be read."""
        self._may_refuse(call)
        self.acknowledged.add((sealed.key, sealed.digest))

    def _may_refuse(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Refused as refused:
            problems = refused.problems
        assert problems
        assert all(problem.code.value for problem in problems)
        return None
