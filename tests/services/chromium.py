"""A real Chromium: found on the machine, or brought where services are required."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.services.availability import Unavailable
from tests.services.processes import as_root, is_root

ADDRESS = "CHROMIUM_PATH"
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "chrome",
    "msedge",
)
PLACES = {
    "darwin": [
        f"/Applications/{name}.app/Contents/MacOS/{name}"
        for name in ("Google Chrome", "Chromium", "Microsoft Edge")
    ],
    "win32": [
        f"{os.environ.get(root, 'C:')}/{program}"
        for root in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
        for program in (
            "Google/Chrome/Application/chrome.exe",
            "Microsoft/Edge/Application/msedge.exe",
        )
    ],
}
# A second list of these takes the place of Playwright's own, which is therefore repeated here.
SWITCHED_OFF_BY_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)
# The address bar of a window, which nobody sees, is a page of its own that costs more than most of
# ours: with it every device took a second of a core.
ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
FLAGS = [
    f"--disable-features={','.join((*SWITCHED_OFF_BY_PLAYWRIGHT, *ADDRESS_BAR))}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS_TO_BRING_IT = 600
PATIENCE = 30_000
"""Milliseconds that a test waits for a page at most: two tests share a core with their servers."""


PACKAGES = ("chromium", "libatomic1")  # the second is what Playwright's driver needs


def find() -> Path:
    """A browser, and the driver that leads it: packages bring the driver, but not all it needs."""
    for path in candidates():
        if os.access(path, os.X_OK) and does_driver_start():
            return path
    raise Unavailable("Chromium", brings_it())


def does_driver_start() -> bool:
    spec = importlib.util.find_spec("playwright")
    node = "node.exe" if sys.platform == "win32" else "node"
    if not spec or not spec.origin:
        return False
    command: list[str | Path] = [Path(spec.origin).parent / "driver" / node, "--version"]
    try:
        return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def candidates() -> Iterator[Path]:
    if os.environ.get(ADDRESS):
        yield Path(os.environ[ADDRESS])
    yield from (Path(program) for name in NAMES if (program := shutil.which(name)))
    yield from map(Path, PLACES.get(sys.platform, []))
    yield from fetched_by_playwright()


def fetched_by_playwright() -> Iterator[Path]:
    """Browsers in the cache of Playwright, the newest first."""
    own = {"darwin": "~/Library/Caches", "win32": os.environ.get("LOCALAPPDATA", "~")}
    cache = Path(own.get(sys.platform, "~/.cache")).expanduser() / "ms-playwright"
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or cache)
    for pattern in ("*/chrome", "*/chrome.exe", "*/Chromium.app/Contents/MacOS/Chromium"):
        yield from sorted(cache.glob(f"chromium-*/{pattern}"), reverse=True)


def brings_it() -> str:
    if not shutil.which("apt-get"):
        return f'"{sys.executable}" -m playwright install chromium (or set CHROMIUM_PATH)'
    sudo = as_root()
    return f"{sudo}apt-get update && {sudo}apt-get install -y {' '.join(PACKAGES)}"


def find_or_bring() -> Path:
    """Find Chromium, or install it within a time that an unattended run can spare."""
    try:
        return find()
    except Unavailable:
        return _bring()


def _bring() -> Path:
    apt = ["apt-get", "-q", "-y"]
    if is_root() and shutil.which("apt-get"):
        steps = [[*apt, "update"], [*apt, "install", "--no-install-recommends", *PACKAGES]]
    else:
        steps = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    for step in steps:
        _run_within_time(step)
    return find()


def _run_within_time(step: list[str]) -> None:
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(
            step, env=environ, stdin=subprocess.DEVNULL, timeout=SECONDS_TO_BRING_IT, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise Unavailable(f"Chromium ({error})", brings_it()) from error
