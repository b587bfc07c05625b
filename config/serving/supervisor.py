"""Runs one installation: prepares its data, starts web and worker, restarts what dies.

Nothing of Django is loaded here. The web server starts first and alone, because
people wait for it; the worker starts when the first page can be served.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.backups import changed_address
from config.bootstrap import extras
from config.serving import addresses
from config.serving.end_signals import EndSignal
from config.serving.processes import ROOT, Child, bind_children
from config.serving.tls import certificate_files
from config.serving.web_watch import FUTILE, FirstPage, Watch
from config.storage import build, installed_mark, prepared_mark
from config.terminal import gettext, say

__all__ = ["DATABASE", "DEMO_MARK", "ROOT", "ServingPlan", "run"]

DATABASE = "huapai.sqlite3"
DEMO_MARK = "demo_accounts.json"
LOOK_EVERY = 0.1
PATIENCE = 8.0


@dataclass(frozen=True, slots=True)
class ServingPlan:
    """What to run, and where."""

    kind: str
    data: Path
    bind: str
    port: int
    environ: Mapping[str, str]
    # The port of HTTPS, 0 without it.
    secure: int = 0
    # The open file of the lock on the data folder, which every process holds.
    lock: int | None = None

    @property
    def url(self) -> str:
        return addresses.this_machine(self.bind, self.port)

    @property
    def address(self) -> str:
        """The host and the port at which this machine reaches the web server."""
        return self.url[len("http://") : -1]


class Supervisor:
    """The processes of one plan, from the first start to the last exit."""

    def __init__(self, plan: ServingPlan) -> None:
        self._plan = plan
        self._ending = EndSignal()
        where = (plan.bind, str(plan.port))
        web = ("config.serving.web", *where, "--supervised")
        if plan.secure:
            web = ("config.serving.tls.web", *where, str(plan.secure))
        self._web = self._child("web", "-m", *web)
        self._worker = self._child("worker", "-m", "config.serving.worker")
        self._prepare = self._child("prepare", "manage.py", "prepare", plan.kind)
        self._prepare.environ = {**plan.environ, "NO_BOOTSTRAP": "1"}
        # Optional: it may fail, and is not restarted.
        self._extras = self._child("extras", "-m", "config.bootstrap.extras")
        self._certificate = self._child(
            "certificate", "-m", "config.serving.tls.certificates", plan.bind
        )

    def _child(self, name: str, *arguments: str) -> Child:
        return Child(name, arguments, self._plan.environ, self._plan.lock)

    def run(self) -> int:
        self._ending.listen()
        try:
            code = self._prepare_data() or self._make_certificate() or self._serve()
        finally:
            self._end()
        return code

    def _prepare_data(self) -> int:
        if self._is_fresh():
            return 0
        say(gettext("Preparing the data in %(folder)s …") % {"folder": self._plan.data})
        return self._run_child(self._prepare)

    def _make_certificate(self) -> int:
        """Create the certificate before its fingerprint is printed."""
        if not self._plan.secure:
            return 0
        say(gettext("Checking the certificate of HTTPS …"))
        return self._run_child(self._certificate)

    def _run_child(self, child: Child) -> int:
        if self._ending.is_told:
            return 0
        child.start()
        while not self._ending.wait(LOOK_EVERY):
            code = child.ended()
            if code is not None:
                return code
        return 0

    def _is_fresh(self) -> bool:
        if any(self._plan.environ.get(name) for name in ("DATABASE_URL", "DATABASE_URL_FILE")):
            return False
        mark = prepared_mark.mark_of(build.digest(ROOT), self._plan.kind)
        is_noted = installed_mark.is_noted(self._plan.data, DATABASE)
        return is_noted and prepared_mark.is_prepared(self._plan.data / DATABASE, mark)

    def _serve(self) -> int:
        if self._ending.is_told:
            return 0
        say(gettext("Starting the web server …"))
        self._web.start()
        self._introduce()
        first_page = FirstPage(self._plan.address, self._plan.url)
        watch = Watch(self._plan.address, self._web.seconds_used)
        while not self._ending.wait(LOOK_EVERY):
            if self._mend(self._web):
                watch.begin_anew()
            if watch.is_silent:
                say(gettext("The web server no longer answers; it is ended and starts again."))
                watch.begin_anew()
                self._web.kill()
            if first_page.is_answered:
                self._work()
            elif self._web.deaths >= FUTILE:
                say(gettext("The web server does not start; its messages above say why."))
                return 1
            for line in first_page.news():
                say(line)
        return 0

    def _work(self) -> None:
        """Keep the worker running; other installations follow its start."""
        if self._mend(self._worker) and self._extras.process is None and extras.are_missing():
            self._extras.start()

    def _mend(self, child: Child) -> bool:
        """Restart it if it has ended; return whether it had."""
        code = child.ended()
        if code is not None:
            say(
                gettext("%(process)s ended (%(code)s); it starts again in %(seconds).1f s.")
                % {"process": child.name, "code": code, "seconds": child.pause}
            )
        elif child.is_due:
            child.start()
            return True
        return False

    def _introduce(self) -> None:
        plan = self._plan
        say(gettext("On this machine:  %(url)s") % {"url": plan.url})
        for number, url in enumerate(addresses.in_the_hall(plan.bind, plan.port)):
            say(gettext("In the hall:      %(url)s") % {"url": url})
            # The demo is viewed on this machine first; its desk shows the code to phones.
            if not number and plan.kind != "demo":
                say(addresses.qr_code(url))
        for line in _https_lines(plan) if plan.secure else []:
            say(line)
        for line in _account_lines(plan) if plan.kind == "demo" else _setup_lines(plan):
            say(line)
        here = [*addresses.in_the_hall(plan.bind, plan.port), plan.url]
        for line in changed_address.news_of_start(plan.data, here):
            say(line)

    def _end(self) -> None:
        if self._ending.is_told:
            say(gettext("Stopping …"))
        children = (self._prepare, self._certificate, self._extras, self._web, self._worker)
        for child in children:
            child.ask_to_leave()
        deadline = time.monotonic() + PATIENCE
        for child in children:
            child.leave_by(deadline)


def _account_lines(plan: ServingPlan) -> list[str]:
    passwords: dict[str, str] = json.loads((plan.data / DEMO_MARK).read_text("utf-8"))
    return [
        gettext("Account %(name)-9s password %(password)s") % {"name": name, "password": password}
        for name, password in passwords.items()
    ]


def _https_lines(plan: ServingPlan) -> list[str]:
    """Return the address of HTTPS, and how a device learns to trust it."""
    plain = [*addresses.in_the_hall(plan.bind, plan.port), plan.url]
    secure = addresses.in_the_hall(plan.bind, plan.secure, "https")
    return [
        gettext("By HTTPS:         %(url)s") % {"url": url}
        for url in (*secure, addresses.this_machine(plan.bind, plan.secure, "https"))
    ] + [
        gettext("How devices learn to trust it: %(url)s") % {"url": f"{plain[0]}trust/"},
        gettext("This machine, too: until then its browser warns of the certificate at the desk."),
        gettext("The fingerprint (SHA-256) that they must show:"),
        f"  {certificate_files.fingerprint(certificate_files.shown(plan.data))}",
    ]


def _setup_lines(plan: ServingPlan) -> list[str]:
    path = plan.data / "setup_code"
    if not path.exists():
        return []
    code = path.read_text("utf-8").strip()
    return [
        gettext("Nobody owns this installation yet. Open this address on this machine:"),
        f"  {plan.url}desk/setup/?code={code}",
        gettext("and type the setup code %(code)s") % {"code": code},
    ]


def run(plan: ServingPlan) -> int:
    """Run until a signal or an unrecoverable failure; return the exit code."""
    handle = bind_children()
    try:
        return Supervisor(plan).run()
    finally:
        del handle
        sys.stdout.flush()
