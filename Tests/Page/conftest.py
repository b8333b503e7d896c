"""What the tests of the page share: the program that serves it, on a machine of its own, and a browser.

AUCAT_BROWSE is the program; by default that of the debug build with the trait Browse. LV2_PATH is where the plugins are.
"""

from __future__ import annotations

import array
import atexit
import functools
import http.client
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

TOP = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("AUCAT_BROWSE") or str(TOP / ".build" / "debug" / "aucat-browse")
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
RENDERER = str(Path(PROGRAM).with_name("aucat-render"))
PLUGINS = Path(os.environ.get("AUCAT_TEST_PRODUCTS") or Path(PROGRAM).parent) / "libTestPlugins.so"


@functools.cache
def scanned(plugins: str) -> Path:
    """A catalog of these plugins, which servers begin with: a scan takes seconds."""
    folder = Path(tempfile.mkdtemp(prefix="aucat-page"))
    atexit.register(shutil.rmtree, folder)
    subprocess.run(
        [PROGRAM, "scan"], check=True, capture_output=True,
        env={"HOME": str(folder), "PATH": os.environ["PATH"], "LV2_PATH": plugins, "AUCAT_SYSTEM_CATALOG": ""})
    return folder / ".cache" / "aucat"


class Server:
    """A running server, and what a page asks of it."""

    def __init__(self, folder: Path, *words: str, **variables: str) -> None:
        home = folder / "home"
        run = folder / "run"
        home.mkdir(exist_ok=True)
        run.mkdir(mode=0o700, exist_ok=True)
        self.environment = {
            "HOME": str(home), "XDG_RUNTIME_DIR": str(run), "PATH": os.environ["PATH"],
            "LV2_PATH": os.environ.get("LV2_PATH", "/usr/lib/lv2"), "AUCAT_SYSTEM_CATALOG": "", "LC_ALL": "en_US",
            **variables,
        }
        if not variables.get("LV2_PATH") and not (home / ".cache").exists():
            shutil.copytree(scanned(self.environment["LV2_PATH"]), home / ".cache" / "aucat")
        self.process = subprocess.Popen(
            [PROGRAM, "browse", "--port", "0", "--no-open", *words], env=self.environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.named = self.process.stdout.readline().strip()
        assert ".localhost:" in self.named, self.named
        # The number: Python's resolver need not know the name.
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address
        self.origin, ticket = self.address.split("/#ticket=")
        self.port = int(self.origin.rpartition(":")[2])
        self.ticket = ticket
        self._token: str | None = None

    def request(
        self, method: str, path: str, body: bytes | str | None = None, headers: dict[str, str] | None = None, host: str = "127.0.0.1"
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers in lower case, and body."""
        connection = http.client.HTTPConnection(host, self.port, timeout=30)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()

    @property
    def token(self) -> str:
        if self._token is None:
            self._token = self._exchanged(self.ticket) or self._exchanged(self.another_ticket())
            assert self._token
        return self._token

    def _exchanged(self, ticket: str) -> str | None:
        status, _, body = self.request("POST", "/api/session", json.dumps({"ticket": ticket}), {"content-type": "application/json"})
        return json.loads(body)["token"] if status == 200 else None

    def another_ticket(self) -> str:
        """The ticket that a second start gets."""
        run = subprocess.run(
            [PROGRAM, "browse", "--port", str(self.port), "--no-open"], env=self.environment, capture_output=True, text=True, timeout=20)
        assert run.returncode == 0 and run.stdout.splitlines()[1].startswith(f"{self.origin}/#ticket="), run.stderr
        return run.stdout.strip().rpartition("=")[2]

    def get(self, path: str, **parameters: str) -> object:
        status, _, body = self.request("GET", f"/api/{path}?{urlencode(parameters)}", headers={"x-aucat-token": self.token})
        assert status == 200, body
        return json.loads(body)

    def post(self, path: str, value: object) -> tuple[int, object]:
        status, _, body = self.request(
            "POST", f"/api/{path}", json.dumps(value), {"x-aucat-token": self.token, "content-type": "application/json"})
        return status, json.loads(body)

    def message(self, line: str, *headers: str, body: bytes = b"", has_token: bool = True) -> bytes:
        """A request as bytes, for a connection of one's own."""
        lines = [f"{line} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        lines += [f"x-aucat-token: {self.token}"] if has_token else []
        lines += [f"Content-Length: {len(body)}"] if body else []
        return "\r\n".join([*lines, "", ""]).encode() + body

    def connect(self, data: bytes = b"", timeout: float = 5) -> socket.socket:
        """A connection on which some bytes have been sent."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=timeout)
        connection.sendall(data)
        return connection

    def end(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=10)


def heard(server: Server, path: str, body: object = None) -> tuple[int, dict[str, str], list[array.array[float]]]:
    """Status, headers, and the samples of each channel."""
    headers = {"x-aucat-token": server.token, "content-type": "application/json"}
    status, given, data = server.request("POST" if body else "GET", f"/api/{path}", json.dumps(body) if body else None, headers)
    if status != 200:
        return status, {"message": json.loads(data)["error"]["message"]}, []
    count = int(given["x-aucat-channels"])
    samples = array.array("f", data)
    frames = len(samples) // count
    return status, given, [samples[index * frames:(index + 1) * frames] for index in range(count)]


def wav(channels: list[array.array[float]], rate: int) -> bytes:
    data = array.array("f", (value for frame in zip(*channels) for value in frame)).tobytes()
    count = len(channels)
    return (struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 3, count, rate, rate * count * 4,
                        count * 4, 32, b"data", len(data)) + data)


def unwav(path: Path) -> tuple[int, array.array[float]]:
    """The channels and samples of a WAV file of float32."""
    data = path.read_bytes()
    place = 12
    count = 0
    while place < len(data):
        name, size = struct.unpack_from("<4sI", data, place)
        if name == b"fmt ":
            count = struct.unpack_from("<H", data, place + 10)[0]
        if name == b"data":
            return count, array.array("f", data[place + 8:place + 8 + size])
        place += 8 + size + size % 2
    raise AssertionError("no data")


def rendered(server: Server, folder: Path, uri: str) -> list[array.array[float]]:
    """The channels that `aucat render` makes of the drum loop through a component."""
    _, _, dry = heard(server, "sound?name=drums")
    (folder / "in.wav").write_bytes(wav([channel[:144_000] for channel in dry], 48_000))
    out = folder / "out.wav"
    subprocess.run(
        [RENDERER, "render", str(folder / "in.wav"), str(out), "--through", uri, "--tail", "0.5", "--encoding", "float32",
         "--bpm", "120", "--force"], env=server.environment, check=True, stdout=subprocess.DEVNULL)
    count, samples = unwav(out)
    return [samples[index::count] for index in range(count)]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.end()


@pytest.fixture
def faulty(tmp_path: Path) -> Iterator[Server]:
    """A server over plugins that crash and hang."""
    if not PLUGINS.exists():
        pytest.skip("the test plugins are not built: swift build --traits Browse --build-tests")
    bundle = tmp_path / "lv2" / "test.lv2"
    bundle.mkdir(parents=True)
    (bundle / "plugins.so").symlink_to(PLUGINS)
    for name in ("manifest.ttl", "plugins.ttl", "presets.ttl"):
        (bundle / name).write_bytes((TOP / "Tests" / "TestPlugins" / "Bundle" / name).read_bytes())
    made = Server(tmp_path, LV2_PATH=str(tmp_path / "lv2"))
    yield made
    made.end()


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is missing: pip install playwright")
    if CHROMIUM is None:
        pytest.skip("no browser: apt install chromium-headless-shell")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()
