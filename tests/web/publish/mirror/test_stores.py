"""What every store does with files, and in which words it fails."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import boto3
import paramiko
import pytest
from botocore.awsrequest import AWSRequest
from botocore.exceptions import ClientError, ConnectionClosedError
from moto.server import ThreadedMotoServer
from pytest_django import Settings

from tests.web.publish.mirror import sftp_server
from tournaments.system import outside
from web.publish.mirror import files
from web.publish.mirror.files import MadeFile
from web.publish.mirror.manifest import Layer
from web.publish.mirror.stores import opening, places
from web.publish.mirror.stores import server as server_store
from web.publish.mirror.stores.bucket import Bucket
from web.publish.mirror.stores.directory import Directory
from web.publish.mirror.stores.pinned_requests import PinnedRequests
from web.publish.mirror.stores.places import Access, StorePlace
from web.publish.mirror.stores.server import ServerStore
from web.publish.mirror.stores.store import Store, StoreError, StoreFault

PAGE = files.upload(MadeFile("zh/e/7/index.html", Layer.PAGE, "7", "网上成绩".encode()), "", "")
PICTURE = files.upload(MadeFile("e/7/cover.png", Layer.PICTURE, "7", b"\x89PNG"), "", "")
BUCKET = "results"
HERE = ("127.0.0.1",)


@pytest.fixture(scope="module")
def amazon() -> Iterator[str]:
    """The address of a store that answers as Amazon's does, with one bucket."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    client = boto3.client(
        "s3",
        endpoint_url=address,
        region_name="us-east-1",
        aws_access_key_id="key",
        aws_secret_access_key="secret",
    )
    client.create_bucket(Bucket=BUCKET)
    client.close()
    yield address
    server.stop()


@pytest.fixture
def bucket(amazon: str) -> Iterator[Store]:
    store = Bucket(StorePlace("s3", BUCKET, "club"), Access("key", "secret", amazon, allowed=HERE))
    yield store
    store.remove(store.listed())
    store.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Store]:
    with sftp_server.serving(tmp_path / "served", password="secret") as port:
        place = StorePlace("sftp", "127.0.0.1", "site", "club", port)
        store = ServerStore(place, Access(secret="secret", allowed=HERE), tmp_path / "known_hosts")
        yield store
        store.close()


@pytest.fixture
def directory(tmp_path: Path) -> Store:
    return Directory(tmp_path / "site")


@pytest.mark.full
@pytest.mark.parametrize("kind", ["directory", "bucket", "server"])
def test_a_store_keeps_files_and_forgets_them(kind: str, request: pytest.FixtureRequest) -> None:
    store: Store = request.getfixturevalue(kind)
    assert store.listed() == set()
    assert store.read(PAGE.path) is None
    for upload in (PAGE, PICTURE, PAGE):
        assert store.write(upload) > 0
    assert store.listed() == {PAGE.path, PICTURE.path}
    assert store.read(PAGE.path) == PAGE.body
    store.remove([PAGE.path, "never/there.html"])
    assert store.listed() == {PICTURE.path}


@pytest.mark.full
def test_a_bucket_says_what_a_file_is(bucket: Store, amazon: str) -> None:
    bucket.write(PAGE)
    got = boto3.client(
        "s3",
        endpoint_url=amazon,
        region_name="us-east-1",
        aws_access_key_id="key",
        aws_secret_access_key="secret",
    ).get_object(Bucket=BUCKET, Key=f"club/{PAGE.path}")
    assert got["ContentType"] == "text/html; charset=utf-8"
    assert got["ContentEncoding"] == "gzip"
    assert got["CacheControl"] == "no-cache"


@pytest.mark.full
def test_a_bucket_that_is_not_there_is_named(amazon: str) -> None:
    store = Bucket(StorePlace("s3", "elsewhere", ""), Access("key", "secret", amazon, allowed=HERE))
    with pytest.raises(StoreError) as raised:
        store.write(PAGE)
    assert raised.value.fault is StoreFault.NO_BUCKET
    store.close()


def test_a_store_that_knows_no_file_does_not_take_one_silently() -> None:
    def gone(**_asked: object) -> None:
        raise ClientError({"Error": {"Code": "404"}}, "PutObject")

    bucket = Bucket(StorePlace("s3", BUCKET, ""), Access("key", "secret", "https://a.example"))
    bucket._client.put_object = gone
    with pytest.raises(StoreError) as raised:
        bucket.write(PAGE)
    assert raised.value.fault is StoreFault.FAILED


def test_a_bucket_is_a_name_before_the_address_of_the_store() -> None:
    store = Bucket(
        StorePlace("s3", BUCKET, ""), Access("key", "secret", "https://cos.ap-x.example")
    )
    url = store._client.generate_presigned_url("get_object", {"Bucket": BUCKET, "Key": "a"})
    assert url.startswith("https://results.cos.ap-x.example/a?")
    config = store._client.meta.config
    assert config.request_checksum_calculation == "when_required"
    assert config.response_checksum_validation == "when_required"
    store.close()


@pytest.mark.full
def test_a_wrong_password_is_refused_in_words(tmp_path: Path) -> None:
    with sftp_server.serving(tmp_path / "served", password="secret") as port:
        place = StorePlace("sftp", "127.0.0.1", "", "club", port)
        with pytest.raises(StoreError) as raised:
            ServerStore(place, Access(secret="wrong", allowed=HERE), tmp_path / "known_hosts")
    assert raised.value.fault is StoreFault.REFUSED


@pytest.mark.full
def test_an_account_of_a_server_is_opened_by_its_address(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA = tmp_path
    with sftp_server.serving(tmp_path / "served", password="secret") as port:
        address = f"sftp://club@127.0.0.1:{port}/site"
        store = opening.open_store(address, Access(secret="secret", allowed=HERE))
        store.write(PAGE)
        assert store.listed() == {PAGE.path}
        store.close()


@pytest.mark.full
@pytest.mark.parametrize(
    ("limit", "silent"),
    [
        ("PATIENCE", (sftp_server.Files, "stat")),
        ("WHOLE_SECONDS", (sftp_server.Files, "stat")),
        ("WHOLE_SECONDS", (sftp_server.Door, "check_channel_subsystem_request")),
    ],
    ids=["no byte", "too long", "no files at all"],
)
def test_a_server_that_falls_silent_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, silent: tuple[type, str]
) -> None:
    """Its login is over: nothing that the library waits for by itself has an end from here on."""
    ended, waits = threading.Event(), list[bool]()
    monkeypatch.setattr(*silent, lambda *_: waits.append(ended.wait(10)))
    monkeypatch.setattr(server_store, limit, 0.5)
    place = StorePlace("sftp", "127.0.0.1", "site", "club")
    access = Access(secret="secret", allowed=HERE)
    with sftp_server.serving(tmp_path / "served", password="secret") as port:
        with pytest.raises(StoreError) as raised:
            ServerStore(replace(place, port=port), access, tmp_path / "known_hosts").write(PAGE)
        assert (raised.value.fault, waits) == (StoreFault.AWAY, [])
        ended.set()


@pytest.mark.full
def test_a_server_that_takes_no_file_is_not_away(
    server: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a full disk, or a quota."""
    monkeypatch.setattr(sftp_server.Files, "open", lambda *_: paramiko.SFTP_FAILURE)
    with pytest.raises(StoreError) as raised:
        server.write(PAGE)
    assert raised.value.fault is StoreFault.FAILED


def test_nobody_at_home_is_told_in_words(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(StoreError) as raised:
        ServerStore(
            StorePlace("sftp", "127.0.0.1", "", "club", port),
            Access(allowed=HERE),
            tmp_path / "known_hosts",
        )
    assert raised.value.fault is StoreFault.AWAY


@pytest.mark.parametrize(
    ("destination", "place"),
    [
        ("/srv/site", StorePlace("", "", "/srv/site")),
        ("s3://results/club/2026", StorePlace("s3", "results", "club/2026")),
        ("s3://results", StorePlace("s3", "results", "")),
        ("sftp://club@example.org/www", StorePlace("sftp", "example.org", "/www", "club", 22)),
        ("sftp://club@example.org:2222/", StorePlace("sftp", "example.org", "", "club", 2222)),
    ],
)
def test_an_address_names_a_place(destination: str, place: StorePlace) -> None:
    assert places.read(destination) == place


@pytest.mark.parametrize(
    "destination",
    ["", "site", "ftp://a/b", "s3://", "sftp://a:secret@b/c", "sftp://a:99999/b", "s3://a/b?c=1"],
)
def test_an_address_that_names_none_is_refused(destination: str) -> None:
    with pytest.raises(StoreError) as raised:
        places.read(destination)
    assert raised.value.fault is StoreFault.UNKNOWN
    assert "secret" not in str(raised.value)


def test_a_store_whose_packages_are_lacking_says_how_to_add_them(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    def lacks(name: str) -> object:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(opening, "import_module", lacks)
    with pytest.raises(StoreError) as raised:
        opening.open_store("s3://results")
    assert raised.value.values == {"line": settings.LINE_FOR_MIRROR}


def test_a_store_that_an_owner_names_inside_is_refused_before_any_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name may lead elsewhere at the next look-up, so there is none."""
    asked: list[str] = []

    def looked_up(host: str, port: int) -> list[tuple[str, int]]:
        asked.append(host)
        return [("93.184.215.14" if len(asked) > 1 else "10.0.0.1", port)]

    def connected(*_args: object) -> socket.socket:
        raise AssertionError("it must not be connected to")

    monkeypatch.setattr(outside, "look_up", looked_up)
    monkeypatch.setattr(outside, "connect", connected)
    bucket = Bucket(StorePlace("s3", BUCKET, ""), Access("k", "s", "https://store.example"))
    with pytest.raises(StoreError) as raised:
        bucket.read("manifest.json")
    bucket.close()
    assert (raised.value.fault, asked) == (StoreFault.INSIDE, ["results.store.example"])
    asked.clear()
    with pytest.raises(StoreError) as raised:
        opening.open_store("sftp://club@files.example/www")
    assert (raised.value.fault, asked) == (StoreFault.INSIDE, ["files.example"])


def test_a_connection_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reached: list[object] = []

    def connected(found: list[tuple[str, int]], *_args: object) -> socket.socket:
        reached.extend(found)
        raise ConnectionRefusedError

    monkeypatch.setattr(outside, "look_up", lambda _host, port: [("93.184.215.14", port)])
    monkeypatch.setattr(outside, "connect", connected)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    bucket = Bucket(StorePlace("s3", BUCKET, ""), Access("k", "s", "https://store.example"))
    with pytest.raises(StoreError) as raised:
        bucket.read("manifest.json")
    bucket.close()
    assert raised.value.fault is StoreFault.AWAY
    assert set(reached) == {("93.184.215.14", 443)}


@pytest.mark.full
def test_what_is_packed_and_broken_is_read_as_it_lies_there(bucket: Store) -> None:
    bucket.write(replace(PAGE, packed=b"broken"))
    assert bucket.read(PAGE.path) == b"broken"


def test_an_answer_shorter_than_its_length_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    near, far = socket.socketpair()
    monkeypatch.setattr(outside, "permitted", lambda *_: [("192.0.2.1", 80)])
    monkeypatch.setattr(outside, "connect", lambda *_: near)
    far.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
    far.shutdown(socket.SHUT_WR)
    request = AWSRequest("GET", "http://store.example/page").prepare()
    with far, pytest.raises(ConnectionClosedError):
        PinnedRequests((), 1.0).send(request)
