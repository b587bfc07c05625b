"""Creates the certificates of `--https`: an authority of this installation, and its signatures.

Run as `python -m config.serving.tls.certificates` it ensures that both exist and fit this machine.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from config.serving import addresses
from config.serving.tls import certificate_files
from tournaments.system import file_lock, secret_file

# A tablet whose clock is behind still accepts a new certificate.
BACKDATED = dt.timedelta(days=30)
OF_AUTHORITY = dt.timedelta(days=3650)
# Apple's systems accept no longer one, even from an authority that was added by hand.
OF_SERVER = dt.timedelta(days=397)
RENEWED_BEFORE = dt.timedelta(days=60)
# The authority may sign only for local networks, so that its key is useless elsewhere.
PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16")
PRIVATE_6 = ("fc00::/7", "fe80::/10", "::1/128")
LOCAL_NAMES = ("localhost", "local", "lan")


@dataclass(frozen=True, slots=True)
class Signed:
    """A certificate with its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def as_pem(self) -> str:
        key = self.key.private_bytes(
            _PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        return (key + self.certificate.public_bytes(_PEM)).decode()

    def ends_by(self, moment: dt.datetime) -> bool:
        return self.certificate.not_valid_after_utc <= moment


_PEM = serialization.Encoding.PEM


def refresh_certificate(data: Path, names: Iterable[str], now: dt.datetime | None = None) -> bool:
    """Create a certificate for these names unless there is a valid one; return whether it did."""
    moment = now or dt.datetime.now(dt.UTC)
    folder = certificate_files.folder(data)
    folder.mkdir(mode=0o700, exist_ok=True)
    with file_lock.held(folder / "renewal.lock", patience=60):
        wanted = list(dict.fromkeys(names))
        authority = _authority(certificate_files.authority(data), wanted, moment)
        server = certificate_files.server(data)
        constraints = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints)
        limits = constraints.value.permitted_subtrees or []
        spoken_for = [name for name in wanted if any(_covers(limit, name) for limit in limits)]
        present = _read(server)
        if (
            present is not None
            and not present.ends_by(moment + RENEWED_BEFORE)
            and _is_signed_by(authority, present)
            and set(spoken_for) <= set(_names_in(present.certificate))
        ):
            return False
        secret_file.replace(server, _new_server(spoken_for, authority, moment).as_pem())
    return True


def _authority(path: Path, names: Sequence[str], now: dt.datetime) -> Signed:
    authority = _read(path)
    if authority is None or authority.ends_by(now + OF_SERVER):
        authority = _new_authority(names, now)
        secret_file.replace(path, authority.as_pem())
    return authority


def _read(path: Path) -> Signed | None:
    """Return the key and certificate of a file; None if they cannot be read."""
    try:
        text = path.read_bytes()
        key = serialization.load_pem_private_key(text, None)
        certificate = x509.load_pem_x509_certificate(text)
    except (OSError, ValueError):
        return None
    return Signed(certificate, key) if isinstance(key, ec.EllipticCurvePrivateKey) else None


def _is_signed_by(authority: Signed, signed: Signed) -> bool:
    try:
        signed.certificate.verify_directly_issued_by(authority.certificate)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def _names_in(certificate: x509.Certificate) -> Iterator[str]:
    try:
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return
    yield from (str(alternative.value) for alternative in named)


def _covers(limit: x509.GeneralName, name: str) -> bool:
    if isinstance(limit, x509.DNSName):
        return name == limit.value or name.endswith(f".{limit.value}")
    try:
        return ipaddress.ip_address(name) in limit.value
    except ValueError:
        return False


def _new_authority(names: Sequence[str], now: dt.datetime) -> Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name(f"Huapai {addresses.machine_name()} {now:%Y-%m-%d %H:%M}")
    unsigned = _certificate_builder(name, name, key, now, OF_AUTHORITY)
    signs = {**dict.fromkeys(_USES, False), "key_cert_sign": True, "crl_sign": True}
    extended = (
        unsigned.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(**signs), critical=True)
        .add_extension(x509.NameConstraints(_limits(names), None), critical=True)
    )
    return Signed(extended.sign(key, hashes.SHA256()), key)


_USES = (
    "digital_signature",
    "content_commitment",
    "key_encipherment",
    "data_encipherment",
    "key_agreement",
    "key_cert_sign",
    "crl_sign",
    "encipher_only",
    "decipher_only",
)


def _limits(names: Sequence[str]) -> list[x509.GeneralName]:
    """Return private networks and local names, and the current names of this machine."""
    named = [name for name in names if not _is_address(name)]
    bare = [
        f"{name}/{ipaddress.ip_address(name).max_prefixlen}" for name in names if _is_address(name)
    ]
    spaces = dict.fromkeys([*PRIVATE, *PRIVATE_6, *bare])
    return [
        *(x509.DNSName(name) for name in dict.fromkeys([*LOCAL_NAMES, *named])),
        *(x509.IPAddress(ipaddress.ip_network(space)) for space in spaces),
    ]


def _new_server(names: Sequence[str], authority: Signed, now: dt.datetime) -> Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _name(f"Huapai {addresses.machine_name()}")
    unsigned = _certificate_builder(subject, authority.certificate.subject, key, now, OF_SERVER)
    uses = {**dict.fromkeys(_USES, False), "digital_signature": True}
    signer = authority.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)
    alternatives = x509.SubjectAlternativeName(
        x509.IPAddress(ipaddress.ip_address(name)) if _is_address(name) else x509.DNSName(name)
        for name in names
    )
    extended = (
        unsigned.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(**uses), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(alternatives, critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(signer.value),
            critical=False,
        )
    )
    return Signed(extended.sign(authority.key, hashes.SHA256()), key)


def _certificate_builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: dt.datetime,
    lasting: dt.timedelta,
) -> x509.CertificateBuilder:
    begins = now - BACKDATED
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + lasting)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _name(words: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, words[:64])])


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


if __name__ == "__main__":
    refresh_certificate(
        Path(os.environ["HUAPAI_DATA"]), addresses.names_of_this_machine(sys.argv[1])
    )
