"""A sequence of steps in a world: each is sent, and what must hold after it is checked at once."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import JsonResponse
from django.test import Client
from django.urls import resolve, reverse

from tests.sequences import legality, page_forms
from tests.sequences.page_forms import PageForm
from tests.sequences.watching import Watch
from tests.sequences.world import AT_THE_DESK, Who, World, make_world
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.models import Tournament

Answer = Any
OURS: Final = {"origin": "http://testserver"}
ALLOWED: Final = 0.75
"""How often a form is sent by somebody who may."""
GOES_ON: Final = 0.9
"""How often who was shown a preview is who goes on from it."""
LOOKS: Final = 3
"""How often a form is sent that comes back, as with a preview."""
TRIES: Final = (1, 1, 2)
"""How often a page is used before it is asked anew: what it knows is stale the second time."""
Send = Callable[[], Answer]

LOOKED: Final = 25
PROVED: Final = 200
"""After so many steps the structure is looked at, and the whole record proved."""
TOLD: Final = 30
"""So many of the last steps are told where something breaks."""
REFUSING: Final = frozenset({401, 403, 404, 405, 409, 410, 413, 422, 429})
CLOSED: Final = frozenset({401, 403, 404})
NOTED: Final = frozenset({"api-take-over"})
"""What is noted in the log although it is refused: somebody who guesses a PIN."""
BARE: Final = re.compile(r"^[a-z]+(_[a-z]+)+$")
"""What a code without words looks like."""


@dataclass(frozen=True)
class Door:
    """Who may do something: some always, some only as long as the thing stands so."""

    may: frozenset[Who]
    perhaps: frozenset[Who] = frozenset()

    @property
    def everybody(self) -> frozenset[Who]:
        """Whoever is let in at all."""
        return self.may | self.perhaps


@dataclass(frozen=True)
class _Outcome:
    """What came of a step: the answer, the official tables that differ, the new log entries."""

    answer: Answer
    changed: set[str]
    grown: int


class Broken(AssertionError):
    """Something does not hold after a step."""


class Sequence:
    """The steps of a seed. Each visit draws from numbers of its own, so that leaving one out leaves
    the choices of the others as they are.
    """

    def __init__(self, seed: int) -> None:
        cache.clear()
        self.seed, self.steps, self.visits = seed, 0, 0
        self.world: World = make_world(seed)
        self.watch = Watch()
        self.journal: list[str] = []
        self.counts: Counter[tuple[str, str]] = Counter()

    @contextmanager
    def visiting(self) -> Iterator[Random]:
        """Begin a visit with its own random numbers."""
        self.visits += 1
        self.world.rng = Random(f"{self.seed}:{self.visits}")
        yield self.world.rng

    def page(self, who: Who, path: str, client: Any = None) -> list[PageForm]:
        """Look at a page; return the forms on it."""
        reader = client or self.world.clients[who]
        answer = self._sent(lambda: reader.get(path))
        if answer.status_code >= 500:
            self._break(f"{who} gets {answer.status_code} at {path}")
        if answer.status_code != 200 or "html" not in answer.get("Content-Type", ""):
            return []
        return page_forms.forms_of(answer.content.decode(), path)

    def post(self, who: Who, path: str, data: Any, door: Door, *, client: Any = None) -> Answer:
        """Let somebody send a form; whoever may not must be refused."""
        sender, name = client or self.world.clients[who], name_of(path)
        return self.step(name, who, lambda: sender.post(path, data), door, f"{path} {data}")

    def deed(self, name: str, who: Who, do: Callable[[], object]) -> None:
        """Let somebody who may do something by its operation, not by its page."""

        def send() -> Answer:
            try:
                do()
            except Refused as refused:
                texts = [{"text": wording.problem_text(problem)} for problem in refused.problems]
                return JsonResponse({"text": texts[0]["text"], "problems": texts}, status=409)
            return JsonResponse({})

        self.step(name, who, send, Door(frozenset({who})))

    def step(self, name: str, who: Who, send: Send, door: Door, said: object = "") -> Answer:
        """Send something and check what came of it."""
        self.steps += 1
        self.journal.append(f"{self.visits}.{self.steps} {who} {name} {str(said)[:300]}")
        answer = self._sent(send)
        status = answer.status_code
        self.journal[-1] += f" -> {status}"
        changed, grown = self.watch.step()
        self._check(name, who, door, _Outcome(answer, changed, grown))
        self._worded(answer)
        self.counts[name, "did" if grown else "refused" if status in REFUSING else "same"] += 1
        self._now_and_then()
        return answer

    def _check(self, name: str, who: Who, door: Door, outcome: _Outcome) -> None:
        status, changed, grown = outcome.answer.status_code, outcome.changed, outcome.grown
        is_refused = status in REFUSING or who not in door.everybody
        if status >= 500:
            self._break(f"answered with {status}")
        if changed and not grown:
            self._break(f"changed without a log entry: {sorted(changed)}")
        if is_refused and (changed or grown) and name not in NOTED:
            self._break(f"was refused and changed {sorted(changed)}, {grown} log entries")
        if who not in door.everybody and not _is_closed(outcome.answer):
            self._break(f"{who} may not, and was answered with {status}")
        if who in door.may and status == 403 and name not in NOTED:
            self._break(f"{who} may, and was refused with {status}")

    def try_form(
        self, name: str, page: str, arguments: list[Any], doors: Mapping[str, Door], asked: str = ""
    ) -> None:
        """Let somebody fill in a form of a page: the one asked for, else any that it has.

        The owner sees the page; who sends the form is drawn, and may not always do so. A page
        without a form is sent what somebody makes up.
        """
        path = reverse(page, args=arguments) + asked
        forms = self.page(Who.OWNER, path)
        own = [form for form in forms if name_of(form.action) == name]
        chosen = own or [form for form in forms if name_of(form.action) in doors]
        if not chosen and page == name:
            data = page_forms.made_up(self.world.rng)
            self.post(self._sender(doors[name]), path, data, doors[name])
        for _time in range(self.world.rng.choice(TRIES) if chosen else 0):
            forms, sender = [self.world.rng.choice(chosen)], None
            for _look in range(LOOKS):
                form = self.world.rng.choice(forms)
                forms, sender = self._fill(form, doors, sender)
                if not forms:
                    break

    def _fill(
        self, form: PageForm, doors: Mapping[str, Door], last: Who | None
    ) -> tuple[list[PageForm], Who]:
        """Send a form; return the forms with which the page comes back, as after a preview, and who
        sent it. Who has seen a preview mostly goes on.
        """
        to, data = page_forms.filled(form, self.world.rng, again=last is not None)
        door = doors[name_of(to)]
        goes_on = last in door.everybody and self.world.rng.random() < GOES_ON
        sender = last if last and goes_on else self._sender(door)
        answer = self.post(sender, to, data, door)
        if answer.status_code != 200 or "html" not in answer.get("Content-Type", ""):
            return [], sender
        forms = page_forms.forms_of(answer.content.decode(), to)
        return [form for form in forms if name_of(form.action) == name_of(to)], sender

    def _sender(self, door: Door) -> Who:
        inside = self.world.rng.random() < ALLOWED
        return self.world.rng.choice(sorted(door.everybody) if inside else AT_THE_DESK)

    def fill_in(self, path: str, who: Who, door: Door) -> None:
        """Let whoever has a link fill in a form of its page."""
        client, rng = Client(headers=OURS), self.world.rng
        forms = self.page(who, path, client)
        if not forms:
            return
        to, data = page_forms.filled(rng.choice(forms), rng)
        self.post(who, to, data, door, client=client)

    def end(self) -> None:
        """Prove the record, and see that no table changed past the watch."""
        self._hold(legality.problems)
        self._prove()

    def _now_and_then(self) -> None:
        if self.steps % LOOKED == 0:
            # Limits of how often somebody may ask are not what is tried here.
            cache.clear()
            self._hold(legality.problems)
        if self.steps % PROVED == 0:
            self._prove()

    def _prove(self) -> None:
        changed, grown = self.watch.step(whole=True)
        if changed or grown:
            self._break(f"changed between steps: {sorted(changed)}, {grown} log entries")
        self._hold(legality.faults_of_record)

    def _hold(self, check: Callable[[Tournament], list[str]]) -> None:
        """Ask a check what is wrong; it may not stumble over what is stored either."""
        problems = self._sent(lambda: check(self.world.tournament))
        if problems:
            self._break("; ".join(problems))

    def _sent(self, send: Send) -> Answer:
        with self.watch.watches():
            try:
                return send()
            except Exception as error:
                told = self._told(f"raised {type(error).__name__}: {error}")
                raise Broken(told) from error

    def _worded(self, answer: Answer) -> None:
        """A refusal has words: never a code alone, never nothing."""
        words = [str(message) for message in _messages(answer)]
        if answer.status_code in REFUSING and "json" in answer.get("Content-Type", ""):
            told = json.loads(answer.content)
            words += [told["text"], *(each["text"] for each in told.get("problems", ()))]
        if any(not text.strip() or BARE.match(text) for text in words):
            self._break(f"a refusal without words: {words}")

    def _break(self, what: str) -> None:
        raise Broken(self._told(what))

    def _told(self, what: str) -> str:
        last = "\n".join(self.journal[-TOLD:])
        return (
            f"seed {self.seed}, visit {self.visits}, step {self.steps}: {what}\n{last}\n"
            f"again: test_sequences.run({self.seed}, {self.steps}), without={{…}} leaves visits out"
        )


def name_of(path: str) -> str:
    """Return the name of an address."""
    return str(resolve(path.partition("?")[0]).url_name)


def _messages(answer: Answer) -> list[Any]:
    request = getattr(answer, "wsgi_request", None)
    return list(get_messages(request)) if request is not None else []


def _is_closed(answer: Answer) -> bool:
    to_login = answer.status_code == 302 and "/login/" in answer.get("Location", "")
    return answer.status_code in CLOSED or to_login


__all__ = ["AT_THE_DESK", "Broken", "Sequence", "name_of"]
