"""What components sound like: samples as `aucat render` makes them, and plugins that fail."""

from __future__ import annotations

import array
import json
import math
import os
import time
from pathlib import Path

import pytest
from conftest import Server, heard, rendered, wav


@pytest.mark.parametrize("name", ["drums", "string", "voice", "noise"])
def test_the_sounds_are_the_same_each_time(server: Server, tmp_path: Path, name: str) -> None:
    _, headers, channels = heard(server, f"sound?name={name}")
    assert [len(channel) for channel in channels] == [168_000, 168_000]
    assert -40 < float(headers["x-aucat-loudness"]) < -10
    assert max(max(channel) for channel in channels) <= 1 and min(min(channel) for channel in channels) >= -1
    (tmp_path / "other").mkdir()
    other = Server(tmp_path / "other")
    assert heard(other, f"sound?name={name}")[2] == channels
    other.end()


def test_auditions_are_what_a_render_makes(server: Server, tmp_path: Path) -> None:
    rows = server.get("search", q="type == Effect and audioInputs == 2 and audioOutputs == 2", count="4")["list"]  # type: ignore[index]
    assert rows
    for row in rows:
        status, _, wet = heard(server, "audition", {"uri": row["uri"], "sound": "drums"})
        assert status == 200
        assert rendered(server, tmp_path, row["uri"]) == wet, row["name"]


def test_a_dropped_file_is_heard_and_rubbish_is_not(server: Server) -> None:
    headers = {"x-aucat-token": server.token, "content-type": "application/octet-stream"}
    sound = array.array("f", (((frame % 100) - 50) / 100 for frame in range(44_100)))
    status, _, body = server.request("POST", "/api/sound", wav([sound], 44_100), headers)
    assert status == 200, body
    answer = json.loads(body)
    assert abs(answer["seconds"] - 1) < 0.01
    status, given, channels = heard(server, f"sound?name={answer['name']}")
    assert status == 200 and given["x-aucat-rate"] == "48000"
    for rubbish in (b"", b"RIFF", os.urandom(100_000), b"/etc/passwd"):
        assert server.request("POST", "/api/sound", rubbish, headers)[0] == 415
    assert server.request("POST", "/api/sound", b"x" * (2 << 20), {"content-type": "application/octet-stream"})[0] in (401, 413)


@pytest.mark.parametrize(("frames", "rate"), [(20, 1), (500, 48_000)])
def test_a_file_of_many_channels_is_refused(server: Server, frames: int, rate: int) -> None:
    """At 1 Hz, 80 kB would become 4 GB."""
    headers = {"x-aucat-token": server.token, "content-type": "application/octet-stream"}
    status, _, body = server.request("POST", "/api/sound", wav([array.array("f", [0.5] * frames)] * 1_024, rate), headers)
    assert status == 415 and b"1024 channels" in body, body
    assert server.request("POST", "/api/sound", wav([array.array("f", [0.5] * 500)] * 8, 48_000), headers)[0] == 200


def test_a_slow_plugin_is_ended(faulty: Server) -> None:
    """Each block takes half a second, which is in time, and all of them would take minutes."""
    slow = {"uri": "urn:aucat:test:slow", "controls": {"microseconds": 500_000}}
    body = json.dumps(slow)
    # Nobody waits for this one any more.
    with faulty.connect(faulty.message("POST /api/audition", "content-type: application/json", body=body.encode())):
        time.sleep(1)
    start = time.monotonic()
    assert heard(faulty, "audition", {"uri": "urn:aucat:test:gain-stereo"})[0] == 200
    assert time.monotonic() - start < 5
    start = time.monotonic()
    status, answer, _ = heard(faulty, "audition", slow)
    assert status == 422 and "20 s" in answer["message"], answer
    assert time.monotonic() - start < 23


@pytest.mark.parametrize(("name", "word"), [
    ("crash-run", "crash"), ("crash-instantiate", "crash"), ("exit-run", "ended"), ("hang-run", "did not return"),
    ("hang-instantiate", "did not return"),
])
def test_a_plugin_that_fails_says_so_and_nothing_else_happens(faulty: Server, name: str, word: str) -> None:
    start = time.monotonic()
    status, answer, _ = heard(faulty, "audition", {"uri": f"urn:aucat:test:{name}"})
    assert status == 422 and word in answer["message"], answer
    assert time.monotonic() - start < 8
    assert faulty.process.poll() is None
    assert faulty.get("search")["rows"] > 0  # type: ignore[index]
    assert heard(faulty, "audition", {"uri": "urn:aucat:test:gain-stereo"})[0] == 200


def test_controls_and_presets_are_heard(faulty: Server) -> None:
    uri = "urn:aucat:test:gain-stereo"
    _, headers, dry = heard(faulty, "sound?name=string")
    for change, gain in (({}, 1), ({"controls": {"gain": 0.5}}, 0.5), ({"preset": "urn:aucat:test:preset:double"}, 2)):
        status, wet_headers, wet = heard(faulty, "audition", {"uri": uri, "sound": "string", **change})
        assert status == 200 and wet == [array.array("f", (value * gain for value in channel)) for channel in dry]
        difference = float(wet_headers["x-aucat-loudness"]) - float(headers["x-aucat-loudness"])
        assert abs(difference - 20 * math.log10(gain)) < 0.05
    for wrong in ({"preset": "urn:none"}, {"controls": {"gain": "loud"}}, {"sound": "/etc/passwd"}):
        assert heard(faulty, "audition", {"uri": uri, **wrong})[0] == 400
