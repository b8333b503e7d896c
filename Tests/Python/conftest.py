"""What the tests of the Python package share: the package itself, a machine with known plugins, and catalogs of it.

The package is that of the checkout, with the library of AUCAT_LIBRARY or the debug build; with AUCAT_TEST_INSTALLED
set, the one that is installed for this Python. AUCAT_TEST_PRODUCTS is the folder of the build that has the test
plugins.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
SOURCES = TOP / "Sources" / "Libraries" / "python"
PRODUCTS = Path(os.environ.get("AUCAT_TEST_PRODUCTS") or TOP / ".build" / "debug")
INSTALLED = bool(os.environ.get("AUCAT_TEST_INSTALLED"))

sys.path.insert(0, str(Path(__file__).parent))

_folder = tempfile.TemporaryDirectory(prefix="aucat-python-")
# No test may see or change what the person who runs it has.
os.environ["HOME"] = _folder.name
for _name in list(os.environ):
    if _name.startswith(("AUCAT_CATALOG", "AUCAT_RESULTS", "AUCAT_USER_STORE", "XDG_", "LC_", "LANG")):
        del os.environ[_name]
# Nor does a catalog of the machine count.
os.environ["AUCAT_SYSTEM_CATALOG"] = ""


def load_declarations_script() -> object:
    """The module that makes the declarations."""
    spec = importlib.util.spec_from_file_location("declarations", SOURCES / "declarations.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _assemble() -> None:
    """Makes the package as a build does, but of links to the sources."""
    package = Path(_folder.name) / "package"
    (package / "aucat").mkdir(parents=True)
    for source in (SOURCES / "aucat").iterdir():
        if source.name != "__pycache__":
            (package / "aucat" / source.name).symlink_to(source)
    script = load_declarations_script()
    script.builder().emit_python_code(str(package / "aucat" / "_declarations.py"))  # type: ignore[attr-defined]
    script.write_version(package / "aucat")  # type: ignore[attr-defined]
    sys.path.insert(0, str(package))
    # For the programs that tests start.
    os.environ["PYTHONPATH"] = str(package)
    os.environ.setdefault("AUCAT_LIBRARY", str(PRODUCTS / "libaucat-c.so"))


if not INSTALLED:
    _assemble()

import aucat  # noqa: E402
from machine import Machine  # noqa: E402


@pytest.fixture(scope="session", autouse=True)
def control_c() -> None:
    """A shell starts what runs in the background with Ctrl-C ignored, which Python then leaves as it is."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """The test plugins, and a catalog of them."""
    return Machine(tmp_path_factory.mktemp("machine"), PRODUCTS, TOP)


@pytest.fixture
def catalog(machine: Machine, tmp_path: Path) -> Iterator[aucat.Catalog]:
    """The catalog of the test plugins, with what the user enters being this test's."""
    with machine.catalog(tmp_path / "user.sqlite") as catalog:
        yield catalog


@pytest.fixture
def run(machine: Machine, tmp_path: Path) -> object:
    """Runs a program in Python on the machine, with what the user enters being this test's."""

    def run(program: str, *words: str) -> str:
        environment = {**os.environ, **machine.environment(tmp_path / "user.sqlite")}
        done = subprocess.run(
            [sys.executable, "-c", program, *words], env=environment, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
