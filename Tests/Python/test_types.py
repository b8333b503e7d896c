"""Type hints, as far as mypy is there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import INSTALLED, SOURCES
from test_guide import blocks

HOST = """
import asyncio
from fractions import Fraction

import aucat
import numpy as np
from numpy.typing import NDArray

catalog = aucat.Catalog(catalog=None, user_store="user.sqlite", search_path=["/usr/lib/lv2"], locale="sv")
found = catalog.search("name == %@", "x", limit=3)
reveal_type(found[0])  # Component
reveal_type(found[1:])  # list[Component]
reveal_type(found[0].manufacturer)  # str | None
catalog.count("audioInputs == %@ and latency < %@", np.int64(2), Fraction(1, 2))
catalog.count("midiInput == %@ and name == %@", np.bool_(True), np.float32(1))
reveal_type([tag.components for tag in catalog.all_tags()])  # list[int]
reveal_type([tag.origins for tag in found[0].tags])  # list[TagOrigin]
reveal_type([port.default for port in found[0].ports])  # list[float | None]
reveal_type(catalog.facets("x").channels)  # dict[str, int]
single = np.zeros((2, 100), dtype=np.float32)
double = np.zeros(100, dtype=np.float64)
chain = aucat.Chain([found[0], "urn:x", (found[1], {"gain": 1})])
reveal_type(chain[0])  # Stage
reveal_type(chain[1:])  # list[Stage]
chain[0]["gain"] = np.float32(1)
first: NDArray[np.float32] = chain.process(single, 48_000)
second: NDArray[np.float64] = chain.process(double, 44_100.0, tail=0, progress=lambda frames: None)


async def follow() -> None:
    async for change in catalog.changes():
        reveal_type(change)  # Change


try:
    asyncio.run(follow())
except aucat.PredicateError as error:
    reveal_type(error.offset)  # int | None
"""


def mypy(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What mypy says. The one that is installed for this Python, or the system's."""
    import importlib.util
    import shutil

    command = [sys.executable, "-m", "mypy"] if importlib.util.find_spec("mypy") else [shutil.which("mypy") or ""]
    if not command[0]:
        pytest.skip("mypy is not installed")
    return subprocess.run(
        [*command, "--strict", "--no-sqlite-cache", "--cache-dir", str(folder / "cache"), *words],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", **({} if INSTALLED else {"MYPYPATH": str(SOURCES)})},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_the_package_and_hosts_are_strictly_typed(tmp_path: Path) -> None:
    """The package, the guide's host and a host that uses everything pass `mypy --strict`."""
    (guide,) = blocks("python")
    (tmp_path / "guide.py").write_text(guide, encoding="utf-8")
    (tmp_path / "host.py").write_text(HOST, encoding="utf-8")
    if INSTALLED:
        assert mypy(tmp_path, "-p", "aucat").returncode == 0
    done = mypy(tmp_path, *([] if INSTALLED else [str(SOURCES / "aucat")]), "guide.py", "host.py")
    assert done.returncode == 0, done.stdout + done.stderr
    expected = re.findall(r"reveal_type\(.*\)  # (.*)", HOST)
    revealed = [line for line in done.stdout.splitlines() if "Revealed type" in line]
    assert len(revealed) == len(expected)
    for line, name in zip(revealed, expected):
        shown = line.replace("builtins.", "").replace("Union[", "").replace("typing.", "")
        for part in re.findall(r"\w+", name):
            assert part in shown, f"{line}: {name}"


def test_mistakes_are_seen(tmp_path: Path) -> None:
    """What is wrong in a host is an error of mypy's."""
    mistakes = [
        "catalog.search(7)",
        "catalog.search('x')[0].nme",
        "catalog.add_tag(7, 'x')",
        "aucat.Chain([7])",
        "aucat.Chain().process('x', 48_000)",
        "catalog.search('x', limit='y')",
    ]
    (tmp_path / "host.py").write_text("import aucat\ncatalog = aucat.default_catalog()\n" + "\n".join(mistakes) + "\n")
    done = mypy(tmp_path, "host.py")
    lines = {int(number) for number in re.findall(r"^host\.py:(\d+): error", done.stdout, re.MULTILINE)}
    assert lines == set(range(3, 3 + len(mistakes))), done.stdout
