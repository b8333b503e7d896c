"""The guide does what it says."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import wave
from pathlib import Path

import pytest
from conftest import PRODUCTS, SOURCES, TOP
from machine import install_guide

GUIDE = (SOURCES / "README.md").read_text(encoding="utf-8")
SOUNDS = (TOP / "Sources/Sound/AudioTracks/AudioTracks.docc/PlayingSounds.md").read_text(encoding="utf-8")


def blocks(language: str, guide: str = GUIDE) -> list[str]:
    """A guide's code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", guide, re.DOTALL | re.MULTILINE)


def account(folder: Path) -> dict[str, str]:
    """An account that has never run aucat, on a machine with the guide's plugins."""
    install_guide(folder / "lv2", PRODUCTS)
    return {**os.environ, "HOME": str(folder), "LV2_PATH": str(folder / "lv2"), "LANG": "C.UTF-8"}


@pytest.mark.parametrize("guide, count", [(GUIDE, 11), (SOUNDS, 3)], ids=["hosts", "sounds"])
def test_sessions(tmp_path: Path, guide: str, count: int) -> None:
    """Each line that a guide types gives what the guide shows."""
    (tmp_path / "guide.txt").write_text("\n".join(blocks("pycon", guide)), encoding="utf-8")
    assert len(blocks("pycon", guide)) == count
    # A process of its own, since the environment says where the default catalog is.
    program = (
        "import doctest, sys;"
        "sys.exit(doctest.testfile(sys.argv[1], module_relative=False, encoding='utf-8',"
        " optionflags=doctest.ELLIPSIS).failed)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "guide.txt")],
        env=account(tmp_path),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_host(tmp_path: Path) -> None:
    """The guide's host has under 60 lines, and finds, tags, hears and renders."""
    (program,) = blocks("python")
    assert len(program.splitlines()) < 60
    (tmp_path / "host.py").write_text(program, encoding="utf-8")
    with wave.open(str(tmp_path / "in.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes(b"\0\1\0\2" * 1_000)
    words = [str(tmp_path / name) for name in ("host.py", "in.wav", "out.wav")]
    environment = account(tmp_path)
    done = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "found Hall",
        "found Room",
        "tagged urn:aucat:test:gain-stereo",
        f"rendered {words[2]}",
    ]
    assert (tmp_path / "out.wav").stat().st_size > 4_000
    # The tag is there now, so there is no change to wait for.
    again = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, timeout=60)
    assert again.returncode == 0, again.stderr
    assert "tagged" not in again.stdout


@pytest.mark.parametrize("guide", [GUIDE, SOUNDS], ids=["hosts", "sounds"])
def test_doctest_sees_all(guide: str) -> None:
    """No session of a guide is outside of the blocks that are run."""
    sessions = doctest.DocTestParser().get_examples("\n".join(blocks("pycon", guide)))
    assert len(sessions) == len(re.findall(r"^>>> ", guide, re.MULTILINE))
