"""A pytest plugin: one run over both databases, each with its own xdist processes.

A test may run on SQLite, on PostgreSQL or on both, so the processes collect different tests, while
xdist's own scheduler expects the same ones from all. Here each database has a scheduler.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence

import execnet
import pytest
from xdist.remote import Producer
from xdist.scheduler import WorkStealingScheduling
from xdist.workermanage import WorkerController, parse_tx_spec_config

from config.testing import DATABASE

ON_POSTGRESQL = " on PostgreSQL"
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class SchedulingByDatabase:
    """The interface that xdist expects of a scheduler, for which it has no base class; see its
    `Scheduling`.
    """

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        self._queues: dict[str, WorkStealingScheduling] = {}
        counts = Counter(databases_of(config))
        for database, processes in counts.items():
            queue = self._queues[database] = WorkStealingScheduling(config, log)
            queue.numnodes = processes

    @property
    def nodes(self) -> list[WorkerController]:
        return [node for queue in self._queues.values() for node in queue.nodes]

    @property
    def collection_is_completed(self) -> bool:
        return all(queue.collection_is_completed for queue in self._queues.values())

    @property
    def tests_finished(self) -> bool:
        return all(queue.tests_finished for queue in self._queues.values())

    @property
    def has_pending(self) -> bool:
        return any(queue.has_pending for queue in self._queues.values())

    def collected(self) -> dict[str, int]:
        """The number of tests of each database."""
        return {name: len(queue.collection or ()) for name, queue in self._queues.items()}

    def add_node(self, node: WorkerController) -> None:
        self._queue(node).add_node(node)

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        self._queue(node).add_node_collection(node, collection)

    def mark_test_complete(
        self, node: WorkerController, item_index: int, duration: float | None = None
    ) -> None:
        self._queue(node).mark_test_complete(node, item_index, duration)

    def mark_test_pending(self, item: str) -> None:
        for queue in self._queues.values():
            if item in (queue.collection or ()):
                queue.mark_test_pending(item)

    def remove_pending_tests_from_node(
        self, node: WorkerController, indices: Sequence[int]
    ) -> None:
        self._queue(node).remove_pending_tests_from_node(node, indices)

    def remove_node(self, node: WorkerController) -> str | None:
        crashed: str | None = self._queue(node).remove_node(node)
        return crashed

    def schedule(self) -> None:
        for queue in self._queues.values():
            queue.schedule()
            if not queue.collection:
                for node in queue.nodes:
                    node.shutdown()

    def _queue(self, node: WorkerController) -> WorkStealingScheduling:
        return self._queues[node.gateway.spec.env[DATABASE]]


def databases_of(config: pytest.Config) -> list[str]:
    """Return the database of each process; nothing for a process without one."""
    specs = map(execnet.XSpec, parse_tx_spec_config(config))
    return [str(spec.env.get(DATABASE, "")) for spec in specs]


SCHEDULER = pytest.StashKey[SchedulingByDatabase]()


@pytest.hookimpl
def pytest_xdist_make_scheduler(
    config: pytest.Config, log: Producer
) -> SchedulingByDatabase | None:
    if not all(databases_of(config)):
        return None
    config.stash[SCHEDULER] = SchedulingByDatabase(config, log)
    return config.stash[SCHEDULER]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name the database in reports of tests that run on both."""
    node = getattr(report, "node", None)  # in the controlling process of xdist
    if node is not None and node.gateway.spec.env.get(DATABASE) == "postgresql":
        report.nodeid += ON_POSTGRESQL


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Generator[None, object, object]:
    """Correct xdist's count of tests, which is that of the last process and may be zero."""
    result = yield
    if SCHEDULER in session.config.stash:
        counts = session.config.stash[SCHEDULER].collected()
        session.testscollected = sum(counts.values())
        if is_whole(session.config) and not all(counts.values()):
            names = ", ".join(NAMES[name] for name, count in counts.items() if not count)
            raise pytest.UsageError(f"no test ran over {names}")
    return result


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if SCHEDULER not in config.stash:
        return
    for name, count in config.stash[SCHEDULER].collected().items():
        said = f"{count} tests" if count else "nothing of this is for it"
        terminalreporter.write_line(f"over {NAMES[name]}: {said}")


def is_whole(config: pytest.Config) -> bool:
    """Whether a run takes every test of its kind, without files, keywords or marks."""
    return config.args_source is not pytest.Config.ArgsSource.ARGS and not (
        config.option.keyword or config.option.markexpr
    )
