"""The server of the page, as other programs, other users' pages and broken clients meet it."""

from __future__ import annotations

import array
import json
import os
import random
import re
import resource
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
from conftest import PROGRAM, Server, wav

JSON = {"content-type": "application/json"}
TYPE = "content-type: application/json"


def first(server: Server) -> str:
    """The URI of a component."""
    return server.get("search")["list"][0]["uri"]  # type: ignore[index]


def raw(server: Server, data: bytes, wait: float = 5, family: socket.AddressFamily = socket.AF_INET) -> bytes:
    """What comes back for bytes, until the server closes or is silent."""
    with socket.socket(family) as connection:
        connection.settimeout(wait)
        connection.connect(("127.0.0.1" if family == socket.AF_INET else "::1", server.port))
        connection.sendall(data)
        answer = b""
        try:
            while more := connection.recv(65_536):
                answer += more
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def test_both_loopback_addresses_and_no_other(server: Server) -> None:
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "[::1]")):
        request = server.message("GET /", "Connection: close").replace(b"127.0.0.1", host.encode())
        assert raw(server, request, family=family).startswith(b"HTTP/1.1 200")
    listening = Path(f"/proc/{server.process.pid}/net/tcp").read_text() + Path(f"/proc/{server.process.pid}/net/tcp6").read_text()
    ours = [line.split()[1] for line in listening.splitlines() if f":{server.port:04X} " in line and " 0A " in line]
    assert sorted(ours) == [f"00000000000000000000000001000000:{server.port:04X}", f"0100007F:{server.port:04X}"]


def test_a_ticket_is_good_once(server: Server) -> None:
    token = server.token
    assert len(token) == 64
    status, _, _ = server.request("POST", "/api/session", f'{{"ticket": "{server.ticket}"}}', JSON)
    assert status == 403
    assert server.request("GET", "/api/search")[0] == 401
    assert server.request("GET", "/api/search", headers={"x-aucat-token": token})[0] == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "0.0.0.0:{port}", "127.0.0.1:1"])
def test_another_name_gets_nothing(server: Server, host: str) -> None:
    headers = {"Host": host.format(port=server.port), "x-aucat-token": server.token}
    for path in ("/", "/api/search", "/page.js"):
        status, _, body = server.request("GET", path, headers=headers)
        assert status == 403 and b"<html" not in body


def test_two_hosts_are_none(server: Server) -> None:
    assert b" 400 " in raw(server, server.message("GET /", "Host: evil.example"), 2).splitlines()[0]
    assert b" 403 " in raw(server, b"GET / HTTP/1.0\r\n\r\n", 2).splitlines()[0]


def test_a_page_of_another_port_writes_nothing(server: Server) -> None:
    change = '{"changes": [{"do": "add", "kind": "tag", "name": "Stolen", "uris": ["urn:x"]}]}'
    for headers in (
        {**JSON, "Origin": "http://127.0.0.1:8080", "x-aucat-token": server.token},
        {"content-type": "text/plain", "x-aucat-token": server.token},
        {"content-type": "text/plain"}, JSON,
    ):
        status, given, _ = server.request("POST", "/api/change", change, headers)
        assert status in (401, 403, 415)
        assert not any(name.startswith("access-control") for name in given)
    status, given, _ = server.request(
        "OPTIONS", "/api/change", headers={"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"})
    assert status == 405 and not any(name.startswith("access-control") for name in given)
    assert "Stolen" not in str(server.get("side"))


@pytest.mark.parametrize("path", [
    "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2fetc%2fpasswd", "//etc/passwd", "/page.css/../../x", "/index.html%00",
])
def test_no_path_leads_out(server: Server, path: str) -> None:
    answer = raw(server, server.message(f"GET {path}", "Connection: close"))
    assert answer.split(b" ")[1] in (b"404", b"400") and b"root:" not in answer


def test_all_answers_have_the_headers(server: Server) -> None:
    for path in ("/", "/api/search", "/none"):
        _, headers, _ = server.request("GET", path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers


def test_a_large_request_is_refused(server: Server) -> None:
    size = 5 << 20
    head = server.message("POST /api/change", f"Content-Length: {size}", TYPE)
    try:
        answer = raw(server, head + b" " * size)
    except (BrokenPipeError, ConnectionResetError):
        answer = b""
    assert answer == b"" or b" 413 " in answer.splitlines()[0]
    assert b" 200 " not in raw(server, b"GET / HTTP/1.1\r\nX: " + b"a" * 200_000 + b"\r\n\r\n", 2)
    assert server.request("GET", "/")[0] == 200


def test_a_body_in_pieces_is_read_in_time(server: Server) -> None:
    """Each piece is appended in place: copies of all before would take longer than a request may."""
    sound = {"x-aucat-token": server.token, "content-type": "application/octet-stream"}
    assert server.request("POST", "/api/sound", b"x" * (64 << 20), sound)[0] == 415
    head = server.message("POST /api/change", "Transfer-Encoding: chunked", "Connection: close", TYPE)
    answer = raw(server, head + b"1\r\n \r\n" * (1 << 18) + b"0\r\n\r\n", 10)
    assert answer.startswith(b"HTTP/1.1 400 ") and b"JSON" in answer


def test_without_access_no_body_is_awaited(server: Server) -> None:
    head = server.message("POST /api/change", "Content-Length: 1000", TYPE, has_token=False)
    assert raw(server, head, 1).startswith(b"HTTP/1.1 401 ")
    # The body is ignored, and the connection goes on.
    page = server.message("GET /", "Connection: close", has_token=False)
    assert b"HTTP/1.1 200 " in raw(server, head + b" " * 1000 + page, 1)


def test_what_is_not_http_is_survived(server: Server) -> None:
    seed = int(os.environ.get("AUCAT_TEST_SEED", random.randrange(1 << 32)))
    print("seed", seed)
    dice = random.Random(seed)
    good = server.message("POST /api/change?a=b", TYPE, body=b"{}")
    for _ in range(500):
        data = bytearray(good)
        for _ in range(dice.randrange(1, 8)):
            place = dice.randrange(len(data))
            match dice.randrange(4):
                case 0: data[place] = dice.randrange(256)
                case 1: del data[place:place + dice.randrange(1, 20)]
                case 2: data[place:place] = bytes(dice.randrange(256) for _ in range(dice.randrange(1, 30)))
                case 3: data[place:place] = data[:dice.randrange(len(data))]
            if not data:
                data = bytearray(good)
        raw(server, bytes(data), 0.02)
    assert server.request("GET", "/")[0] == 200
    assert server.process.poll() is None


def test_slow_connections_take_no_place_of_a_person(server: Server) -> None:
    """10,000 that send a byte and wait: at most 256 are held, and a page is answered all the while."""
    held: list[socket.socket] = []
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    most = 10_000 if hard == resource.RLIM_INFINITY else min(10_000, hard - 500)
    for number in range(10_000):
        held.append(server.connect(b"G"))
        if len(held) > most:
            held.pop(0).close()
        if number % 1_000 == 999:
            assert len(os.listdir(f"/proc/{server.process.pid}/fd")) < 256 + 60
            assert server.request("GET", "/")[0] == 200
    for connection in held:
        connection.close()


def test_clients_that_read_no_answers_take_no_place_of_a_person(server: Server) -> None:
    """256 whose answers are longer than what the system holds for them."""
    request = server.message("GET /api/search?variants=all&count=300")
    held: list[socket.socket] = []
    for _ in range(256):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        connection.connect(("127.0.0.1", server.port))
        connection.sendall(request)
        held.append(connection)
    time.sleep(1)
    assert server.request("GET", "/")[0] == 200
    for connection in held:
        connection.close()


def test_a_slow_request_is_given_up(server: Server) -> None:
    """A header that grows by a byte each half second."""
    start = time.monotonic()
    with server.connect(server.message("GET /", "X: ")[:-4], timeout=20) as connection:
        while time.monotonic() - start < 18:
            try:
                connection.sendall(b"x")
                time.sleep(0.5)
            except OSError:
                break
    assert 8 < time.monotonic() - start < 15


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_end_it(tmp_path: Path, number: signal.Signals) -> None:
    server = Server(tmp_path)
    server.process.send_signal(number)
    start = time.monotonic()
    assert server.process.wait(timeout=10) == 130
    assert time.monotonic() - start < 2
    assert not list((tmp_path / "run").glob("aucat/browse-*"))


def test_the_browser_is_led_by_a_file_of_its_own(tmp_path: Path) -> None:
    """No other user sees the address, which a program's arguments would show them."""
    seen = tmp_path / "seen"
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "xdg-open").write_text(f'#!/bin/sh\nstat -c %a "$1" > {seen}\ncat "$1" >> {seen}\n')
    (tools / "xdg-open").chmod(0o755)
    server = Server.__new__(Server)
    server.process = subprocess.Popen(
        [PROGRAM, "browse", "--port", "0"], stdout=subprocess.PIPE, text=True, env={
            "HOME": str(tmp_path), "PATH": f"{tools}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(tmp_path),
            "LV2_PATH": os.environ.get("LV2_PATH", "/usr/lib/lv2"), "AUCAT_SYSTEM_CATALOG": ""})
    assert server.process.stdout
    printed = server.process.stdout.readline().strip()
    for _ in range(100):
        if seen.exists() and "refresh" in seen.read_text():
            break
        time.sleep(0.05)
    mode, page = seen.read_text().split("\n", 1)
    assert mode == "600" and printed not in page and printed.split("#")[0] in page
    assert "ticket" not in Path(f"/proc/{server.process.pid}/cmdline").read_text()
    server.end()


@pytest.mark.parametrize("has_browser", [True, False])
def test_a_second_start_prints_an_address_beside_what_the_browser_gets(server: Server, tmp_path: Path, has_browser: bool) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("setsid", "sleep", "cp"):
        (tools / name).symlink_to(f"/usr/bin/{name}")
    if has_browser:
        (tools / "xdg-open").write_text(f'#!/bin/sh\nsleep 1\ncp "$1" {tmp_path}/seen\n')
        (tools / "xdg-open").chmod(0o755)
    run = subprocess.run(
        [PROGRAM, "browse", "--port", str(server.port)], env={**server.environment, "PATH": str(tools)}, capture_output=True, text=True,
        timeout=20)
    assert (run.returncode == 0) == has_browser
    assert ("printed address" in run.stderr) != has_browser
    server.ticket = run.stdout.strip().rpartition("#ticket=")[2]
    assert server._exchanged(server.ticket)
    # A slow browser finds the file as long as the page is served.
    (door,) = (tmp_path / "run").glob("aucat/browse-*")
    assert door.stat().st_mode & 0o777 == 0o600
    ticket = door.read_text().partition("#ticket=")[2].partition('"')[0]
    assert ticket != server.ticket and server._exchanged(ticket)
    for _ in range(60 if has_browser else 0):
        if (tmp_path / "seen").exists():
            break
        time.sleep(0.05)
    assert (tmp_path / "seen").exists() == has_browser
    server.end()
    assert not door.exists()


def test_a_start_has_an_origin_of_its_own_and_the_next_one_opens_it(tmp_path: Path) -> None:
    """What another program left in the browser for a port or a name gets no page; whoever starts twice gets the same page."""
    environment = {
        "HOME": str(tmp_path), "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(tmp_path), "AUCAT_SYSTEM_CATALOG": "",
        "LV2_PATH": os.environ.get("LV2_PATH", "/usr/lib/lv2"),
    }
    origins = []
    for _ in range(2):
        process = subprocess.Popen([PROGRAM, "browse", "--no-open"], env=environment, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        lines = [process.stdout.readline().strip().split("/#ticket=") for _ in range(2)]
        assert re.fullmatch(r"http://[0-9a-f]{32}\.localhost:\d+", lines[0][0]) and lines[1][0].startswith("http://127.0.0.1:")
        assert lines[0][1] == lines[1][1]
        again = subprocess.run([PROGRAM, "browse", "--no-open"], env=environment, capture_output=True, text=True, timeout=20)
        assert again.returncode == 0, again.stderr
        assert [line.split("/#ticket=")[0] for line in again.stdout.splitlines()] == [line[0] for line in lines]
        assert lines[0][1] not in again.stdout
        origins.append(lines[0][0])
        process.kill()
        process.wait()
    assert origins[0].split(":")[1] != origins[1].split(":")[1]


def test_a_port_that_another_program_has_on_the_other_address_is_refused(server: Server) -> None:
    """A browser may ask there first."""
    with socket.socket(socket.AF_INET6) as taken:
        taken.bind(("::1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = subprocess.run(
            [PROGRAM, "browse", "--no-open", "--port", str(port)], env=server.environment, capture_output=True, text=True, timeout=20)
    assert run.returncode != 0 and f"port {port} is not available" in run.stderr


def renderer(server: Server) -> int | None:
    """A program that the server runs for a request."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = status.read_text().partition(") ")
        except OSError:
            continue
        if name.endswith("(aucat-render") and int(rest.split()[1]) == server.process.pid:
            return int(status.parent.name)
    return None


@pytest.mark.parametrize("ends", ["server", "client"])
@pytest.mark.parametrize("request_", ["sound", "lint"])
def test_a_program_for_a_request_ends_with_it(server: Server, ends: str, request_: str) -> None:
    """Stopped, it would stay for ever."""
    if request_ == "sound":
        body = wav([array.array("f", [0.5] * 48_000)], 48_000)
        data = server.message("POST /api/sound", "content-type: application/octet-stream", body=body)
    else:
        data = server.message(f"GET /api/lint?uri={first(server)}")
    with server.connect(data):
        end = time.monotonic() + 5
        while (child := renderer(server)) is None:
            assert time.monotonic() < end
        os.kill(child, signal.SIGSTOP)
        if ends == "server":
            assert server.end() == 130
    try:
        end = time.monotonic() + 2
        while Path(f"/proc/{child}").exists():
            assert time.monotonic() < end, "it still runs"
            time.sleep(0.02)
        assert not list(Path("/tmp").glob(f"aucat-page-{server.process.pid}-*"))
    finally:
        if Path(f"/proc/{child}").exists():
            os.kill(child, signal.SIGKILL)


def test_a_change_is_made_though_its_page_is_gone(server: Server) -> None:
    uri = first(server)
    for number in range(30):
        body = json.dumps({"changes": [{"do": "add", "kind": "tag", "name": f"Gone {number}", "uris": [uri]}]})
        server.connect(server.message("POST /api/change", TYPE, body=body.encode())).close()
    assert server.post("change", {"changes": [{"do": "add", "kind": "tag", "name": "Last", "uris": [uri]}]})[0] == 200
    assert sum(tag["name"].startswith("Gone") for tag in server.get("side")["tags"]) == 30  # type: ignore[index]


def test_a_page_that_gives_way_gets_a_whole_answer(server: Server) -> None:
    pages = []
    for _ in range(5):
        page = server.connect(server.message("GET /api/events?front=1"))
        pages.append(page)
        assert page.recv(4_096).startswith(b"HTTP/1.1 200 ")
    text = b""
    while more := pages[0].recv(4_096):
        text += more
    assert b'{"parked":true}' in text and text.endswith(b"\r\n0\r\n\r\n")
    for page in pages:
        page.close()


def test_changes_of_any_process_arrive(server: Server) -> None:
    with server.connect(server.message("GET /api/events")) as connection:
        text = b""
        while b'"open"' not in text:
            text += connection.recv(4_096)
        status, answer = server.post(
            "change", {"changes": [{"do": "add", "kind": "tag", "name": "Warm", "uris": [first(server)]}]})
        assert status == 200 and answer["touched"] == 1  # type: ignore[index]
        start = time.monotonic()
        while b'"changed":["tags"]' not in text:
            text += connection.recv(4_096)
        assert time.monotonic() - start < 1


def test_each_value_of_each_facet_finds_what_it_counts(server: Server) -> None:
    groups = server.get("facets", variants="all")["groups"]  # type: ignore[index]
    assert {group["key"] for group in groups} >= {"type", "tags", "manufacturer", "channels", "license", "usableIn"}
    for group in groups:
        for value in group["values"][:12]:
            found = server.get("search", variants="all", count="0", **{group["key"]: value["value"]})
            assert found["total"] == value["count"], (group["key"], value)  # type: ignore[index]


def test_a_second_start_opens_the_same_page(server: Server) -> None:
    server.ticket = server.another_ticket()
    assert len(server.token) == 64
