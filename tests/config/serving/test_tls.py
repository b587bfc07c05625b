"""`serve --https`: a certificate that browsers believe, and a door that holds up nobody."""

from __future__ import annotations

import asyncio
import datetime as dt
import re
import socket
import ssl
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

import pytest
from cryptography import x509
from django.test import Client, RequestFactory
from pytest_django import Settings

from config.serving import web
from config.serving.tls import certificate_files, certificates
from config.serving.tls import web as tls_web
from config.serving.tls.web import NOWHERE, TlsTerminator
from tests.config.program import FEW_THREADS, Program, environment
from tests.config.serving.test_web import HALF_A_SHEET
from tests.services import starting
from tests.services.worker import ROOT
from web.publish import address

NAMES = ["192.168.1.5", "127.0.0.1", "localhost"]
NOW = dt.datetime.now(dt.UTC)
SECURE = re.compile(r"https://127\.0\.0\.1:(\d+)/")


def names_of(data: Path) -> set[str]:
    certificate = x509.load_pem_x509_certificate(certificate_files.server(data).read_bytes())
    named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in named}


def trust(data: Path) -> ssl.SSLContext:
    """A device that was given the certificate of this installation, and no other."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    context.load_verify_locations(cadata=certificate_files.shown(data))
    return context


def test_a_certificate_that_fits_is_kept(tmp_path: Path) -> None:
    assert certificates.refresh_certificate(tmp_path, NAMES)
    first = certificate_files.server(tmp_path).read_bytes()

    assert not certificates.refresh_certificate(tmp_path, NAMES)
    # An address that is not there for a moment makes no new one.
    assert not certificates.refresh_certificate(tmp_path, NAMES[1:])
    assert certificate_files.server(tmp_path).read_bytes() == first


def test_another_address_brings_another_certificate_of_the_same_authority(tmp_path: Path) -> None:
    certificates.refresh_certificate(tmp_path, NAMES)
    authority = certificate_files.shown(tmp_path)

    assert certificates.refresh_certificate(tmp_path, [*NAMES, "10.0.0.7"])

    assert names_of(tmp_path) == {*NAMES, "10.0.0.7"}
    assert certificate_files.shown(tmp_path) == authority


@pytest.mark.parametrize("days", [380, 420])
def test_it_is_renewed_before_its_end(tmp_path: Path, days: int) -> None:
    certificates.refresh_certificate(tmp_path, NAMES)
    authority = certificate_files.shown(tmp_path)

    assert certificates.refresh_certificate(tmp_path, NAMES, NOW + dt.timedelta(days=days))

    assert certificate_files.shown(tmp_path) == authority


def test_an_authority_near_its_end_makes_place_for_another(tmp_path: Path) -> None:
    certificates.refresh_certificate(tmp_path, NAMES)
    authority = certificate_files.shown(tmp_path)

    assert certificates.refresh_certificate(tmp_path, NAMES, NOW + dt.timedelta(days=3600))

    assert certificate_files.shown(tmp_path) != authority


@pytest.mark.parametrize("file", [certificate_files.authority, certificate_files.server])
def test_what_cannot_be_read_is_made_anew(tmp_path: Path, file: object) -> None:
    assert callable(file)
    certificates.refresh_certificate(tmp_path, NAMES)
    file(tmp_path).write_text("half of it")

    assert certificates.refresh_certificate(tmp_path, NAMES)
    assert names_of(tmp_path) == set(NAMES)


def test_the_authority_speaks_for_nothing_beyond_a_hall(tmp_path: Path) -> None:
    certificates.refresh_certificate(tmp_path, NAMES)

    # An address that it was not made for; the certificate leaves it out.
    certificates.refresh_certificate(tmp_path, [*NAMES, "8.8.8.8", "bank.example", "10.1.1.1"])

    assert names_of(tmp_path) == {*NAMES, "10.1.1.1"}


def test_its_keys_are_for_this_user_alone(tmp_path: Path) -> None:
    certificates.refresh_certificate(tmp_path, NAMES)

    files = [
        certificate_files.folder(tmp_path),
        certificate_files.authority(tmp_path),
        certificate_files.server(tmp_path),
    ]
    assert [file.stat().st_mode & 0o077 for file in files] == [0, 0, 0]
    assert "PRIVATE" not in certificate_files.shown(tmp_path)


@pytest.fixture
def certified(tmp_path: Path, settings: Settings) -> Path:
    certificates.refresh_certificate(tmp_path, NAMES)
    settings.DATA, settings.SECURE_PORT, settings.PLAIN_PORT = tmp_path, 8443, 8000
    return tmp_path


def test_a_device_is_given_the_certificate_and_its_fingerprint(
    certified: Path, client: Client
) -> None:
    page = client.get("/trust/", headers={"host": "192.168.1.5:8000"}).content.decode()
    fetched = client.get("/trust/huapai.crt")
    text = client.get("/trust/huapai.pem").content.decode()

    assert certificate_files.fingerprint(text) in page
    assert "https://192.168.1.5:8443/" in page
    assert fetched["Content-Type"] == "application/x-x509-ca-cert"
    assert fetched.content == certificate_files.as_bytes(text)
    assert "PRIVATE" not in text


def test_an_official_is_led_to_where_the_cookies_travel(certified: Path, client: Client) -> None:
    answer = client.get("/desk/login/?next=/desk/", headers={"host": "192.168.1.5:8000"})

    assert answer["Location"] == "https://192.168.1.5:8443/desk/login/?next=/desk/"


def test_what_is_printed_leads_where_no_certificate_is_needed(certified: Path) -> None:
    request = RequestFactory().get("/", headers={"host": "192.168.1.5:8443"}, secure=True)

    assert address.official_address(request) == "http://192.168.1.5:8000/"


def secure_port(club: Program) -> int:
    match = SECURE.search(club.text)
    assert match, club.text
    return int(match[1])


def connected(club: Program, held: ExitStack, text: str) -> ssl.SSLSocket:
    plain = socket.create_connection(("127.0.0.1", secure_port(club)), timeout=20)
    client = trust(club.data).wrap_socket(plain, server_hostname="127.0.0.1")
    held.enter_context(client)
    client.sendall(text.encode())
    return client


def ask(club: Program, path: str, method: str = "GET", body: bytes | None = None) -> HTTPResponse:
    with closing(
        HTTPSConnection("127.0.0.1", secure_port(club), timeout=20, context=trust(club.data))
    ) as page:
        page.request(method, path, body)
        answer = page.getresponse()
        answer.read()
        return answer


@pytest.mark.full
def test_a_device_that_trusts_it_is_served_by_https(open_club: Program) -> None:
    assert ask(open_club, "/health").status == 200
    # A page of more than one piece arrives whole.
    assert ask(open_club, "/api/tablet/1/schema/").status == 200


@pytest.mark.full
def test_a_device_that_does_not_trust_it_is_not_deceived(open_club: Program) -> None:
    page = HTTPSConnection("127.0.0.1", secure_port(open_club), timeout=20)
    with closing(page), pytest.raises(ssl.SSLCertVerificationError):
        page.request("GET", "/health")


@pytest.mark.full
def test_the_program_knows_that_it_was_asked_by_https(open_club: Program) -> None:
    answer = ask(open_club, "/desk/setup/")

    assert answer.status == 200
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert cookies
    assert all("Secure" in cookie for cookie in cookies)


@pytest.mark.full
def test_who_comes_without_https_reads_on_and_signs_in_with_it(open_club: Program) -> None:
    with closing(HTTPConnection("127.0.0.1", open_club.port, timeout=20)) as page:
        page.request("GET", "/desk/login/")
        answer = page.getresponse()

    assert answer.getheader("Location") == f"https://127.0.0.1:{secure_port(open_club)}/desk/login/"
    assert open_club.answers()


@pytest.mark.full
def test_it_says_how_devices_come_to_trust_it(open_club: Program) -> None:
    assert certificate_files.fingerprint(certificate_files.shown(open_club.data)) in open_club.text
    assert re.search(r"http://[\d.]+:\d+/trust/", open_club.text)
    # The desk of this machine is led to HTTPS too, and its browser knows the certificate no better.
    assert "its browser warns of the certificate at the desk" in open_club.text


@pytest.mark.full
def test_a_long_body_passes_through_the_door(open_club: Program) -> None:
    # It comes to Django, which wants a token.
    assert ask(open_club, "/health", "POST", b"a" * 1000 * 1000).status == 403


def ended_with(work: str) -> tuple[int, str]:
    """Let a process live by a thread that does this; its exit code and what it said."""
    program = (
        "import sys\n"
        "from config.serving.end_signals import EndSignal\n"
        "from config.serving import processes\n"
        "from config.serving.tls import web\n"
        "ending = EndSignal()\n"
        "ending.listen()\n"
        f"{work}\n"
        "sys.exit(0 if ending.wait(60) else 77)\n"
    )
    environ = environment(DJANGO_SETTINGS_MODULE="config.settings")
    command = [sys.executable, "-c", program]
    result = starting.run(command, ROOT, environ, start_new_session=True)
    return result.returncode, result.stderr


@pytest.mark.full
@pytest.mark.parametrize(
    ("work", "why"),
    [
        ("processes.start_vital_thread('the renewal', lambda: 1 // 0)", "ZeroDivisionError"),
        ("processes.start_vital_thread('the renewal', lambda: None)", "the renewal has ended"),
        # A socket that is not listening for anybody: the door cannot stand at it.
        (
            "web.TlsTerminator(None, 1, places=1, silence=1).open()",
            "the TLS terminator has ended",
        ),
    ],
)
def test_a_process_whose_door_or_renewal_ends_says_why_and_ends(work: str, why: str) -> None:
    code, output = ended_with(work)
    assert code != 77
    assert why in output


def test_a_renewal_that_fails_is_said_and_tried_again(
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.DATA = tmp_path
    shown: list[Path] = []
    faults = iter([OSError("the disk is full"), ValueError("half a key"), None, LookupError("end")])

    def refreshed(*_: object) -> bool:
        fault = next(faults)
        if fault:
            raise fault
        return False

    monkeypatch.setattr(certificates, "refresh_certificate", refreshed)
    monkeypatch.setattr(tls_web, "LOOK_EVERY", 0.001)
    with socket.socket() as listening:
        door = TlsTerminator(listening, 1, places=1, silence=1)
        monkeypatch.setattr(door, "show", shown.append)
        # What nobody foresaw is not swallowed.
        with pytest.raises(LookupError):
            tls_web._keep_fresh(door, "127.0.0.1")
    assert "the disk is full" in caplog.text
    assert "half a key" in caplog.text
    assert shown == [certificate_files.server(tmp_path)]


class Gone:
    """A client whom the system no longer knows, because it left before it was let in."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def get_extra_info(self, name: str) -> object:
        return None if name == "peername" else self._writer.get_extra_info(name)

    def __getattr__(self, name: str) -> object:
        return getattr(self._writer, name)


async def forgotten_by(door: TlsTerminator) -> None:
    """Wait until a door has seen both ends of its clients close, which is a moment later."""
    for _ in range(3000):
        if not door._clients:
            return
        await asyncio.sleep(0.01)


def test_a_client_without_an_address_is_served_and_is_not_taken_for_this_machine() -> None:
    known: list[str] = []

    async def inside(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        data = await reader.read(99)
        known.append(door.client_at(writer.get_extra_info("peername")[1]))
        writer.write(data)
        await writer.drain()
        writer.close()

    async def entered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await door._enter(reader, Gone(writer))  # type: ignore[arg-type]

    async def asks() -> bytes:
        server = await asyncio.start_server(inside, "127.0.0.1", 0)
        door._inside = server.sockets[0].getsockname()[1]
        outside = await asyncio.start_server(entered, "127.0.0.1", 0)
        async with server, outside:
            reader, writer = await asyncio.open_connection(*outside.sockets[0].getsockname())
            writer.write(b"a sheet")
            data = await reader.read()
            writer.close()
            await forgotten_by(door)
            return data

    with socket.socket() as listening:
        door = TlsTerminator(listening, 0, places=2, silence=5)
        # A browser of another test has a loop of its own in this thread.
        with ThreadPoolExecutor(1) as apart:
            assert apart.submit(asyncio.run, asks()).result() == b"a sheet"
    assert known == [NOWHERE]
    assert not door._clients


@pytest.mark.full
@pytest.mark.parametrize(
    "data", [HALF_A_SHEET, HALF_A_SHEET[:40], ""], ids=["body", "headers", "-"]
)
def test_clients_that_fall_silent_within_a_request_hold_up_nobody(
    open_club: Program, data: str
) -> None:
    with ExitStack() as held:
        for _ in range(FEW_THREADS * 4):
            connected(open_club, held, data)

        assert ask(open_club, "/health").status == 200


@pytest.mark.full
def test_clients_that_fall_silent_before_they_are_inside_hold_up_nobody(open_club: Program) -> None:
    with ExitStack() as held:
        for _ in range(FEW_THREADS * 4):
            address = ("127.0.0.1", secure_port(open_club))
            held.enter_context(socket.create_connection(address, timeout=20))

        assert ask(open_club, "/health").status == 200


@pytest.mark.nightly
def test_a_client_that_stays_silent_is_given_up(open_club: Program) -> None:
    with ExitStack() as held:
        silent = connected(open_club, held, HALF_A_SHEET)
        silent.settimeout(web.SILENCE * 4)

        assert silent.recv(1) == b""


@pytest.mark.full
def test_hundreds_of_phones_find_room(open_club: Program) -> None:
    with ExitStack() as held:
        # What needs no database: it is the room that is tried.
        phones = [
            connected(open_club, held, "GET /health/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            for _ in range(200)
        ]

        assert all(phone.recv(99).startswith(b"HTTP/1.1 200 ") for phone in phones)
