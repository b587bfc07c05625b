"""What waitress, Celery and kombu do not promise and the program rests on, each named once.

A new version that breaks one of these fails here, before it fails in a hall.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from celery.apps import worker as celery_worker
from celery.worker import state
from kombu.transport import filesystem
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

PARAMETERS: dict[Callable[..., Any], set[str]] = {
    TcpWSGIServer.__init__: {"_sock", "dispatcher", "adj", "sockinfo", "bind_socket"},
    TcpWSGIServer.add_task: {"task"},
    TcpWSGIServer.maintenance: {"now"},
    HTTPChannel.received: {"data"},
    ThreadedTaskDispatcher.handler_thread: {"thread_no"},
    ThreadedTaskDispatcher.set_thread_count: {"count"},
    ThreadedTaskDispatcher.shutdown: {"cancel_pending", "timeout"},
    wasyncore.loop: {"timeout", "use_poll", "map", "count"},
    celery_worker.Worker.install_platform_tweaks: {"worker"},
    filesystem.Channel._put: {"queue", "payload"},
    filesystem.Channel._get: {"queue"},
}
"""What is called or replaced, with the parameters that are named or counted on."""
MEMBERS: dict[type, set[str]] = {
    TcpWSGIServer: {"handle_accept", "accepting", "channel_class"},
    HTTPChannel: {"error_task_class", "handle_close", "service", "cancel", "total_outbufs_len"},
    HTTPRequestParser: {"headers_finished", "body_bytes_received", "error"},
    Adjustments: {"outbuf_high_watermark", "channel_timeout", "connection_limit"},
    ErrorTask: {"execute"},
    WSGITask: {"execute", "get_environment", "set_close_on_finish"},
}


@pytest.mark.parametrize("function", PARAMETERS, ids=lambda function: function.__qualname__)
def test_what_is_called_or_replaced_has_its_parameters(function: Callable[..., Any]) -> None:
    assert PARAMETERS[function] <= set(inspect.signature(function).parameters)


@pytest.mark.parametrize("kind", MEMBERS, ids=lambda kind: kind.__name__)
def test_what_is_read_or_replaced_is_there(kind: type) -> None:
    assert {name for name in MEMBERS[kind] if not hasattr(kind, name)} == set()


def test_the_server_keeps_its_connections_in_a_map_and_its_requests_in_a_list() -> None:
    assert "_map" in inspect.getsource(wasyncore.dispatcher.__init__)
    assert "active_channels" in inspect.getsource(BaseWSGIServer)
    assert "self.requests" in inspect.getsource(HTTPChannel.__init__)
    assert "last_activity" in inspect.getsource(HTTPChannel)


def test_a_worker_can_be_ended_from_a_thread_and_ends_without_words() -> None:
    assert hasattr(state, "should_stop")
    handler: Any = celery_worker.install_worker_term_handler  # type: ignore[attr-defined]
    assert "verbose" in inspect.signature(handler.func).parameters
