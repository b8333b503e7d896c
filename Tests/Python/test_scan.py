"""Scans."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import aucat
import pytest
from machine import Machine


@pytest.fixture
def fresh(machine: Machine, tmp_path: Path) -> aucat.Catalog:
    """A catalog that has never been scanned."""
    return aucat.Catalog(catalog=tmp_path / "catalog.sqlite", user_store=None, search_path=[machine.bundles])


def test_progress(fresh: aucat.Catalog) -> None:
    """A scan says how far it is, and what it has found."""
    seen: list[aucat.ScanProgress] = []
    report = fresh.scan(workers=1, progress=seen.append)
    assert report.added == report.components > 40 and report.bundles == 1 and report.seconds > 0
    assert seen[-1].bundles_done == seen[-1].bundles == 1 and not seen[-1].is_waiting
    again = fresh.scan()
    assert (again.added, again.unchanged) == (0, report.components)
    assert fresh.scan(everything=True).components == report.components
    with pytest.raises(ValueError):
        fresh.scan(workers=-1)


def test_stopping(fresh: aucat.Catalog) -> None:
    """Returning False stops a scan, and so do raising, Ctrl-C and a use of the catalog, which would wait for itself."""
    with pytest.raises(aucat.Interrupted):
        fresh.scan(progress=lambda progress: False)

    def fail(progress: aucat.ScanProgress) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fresh.scan(progress=fail)

    def interrupt(progress: aucat.ScanProgress) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        fresh.scan(progress=interrupt)
    with pytest.raises(aucat.InvalidArgumentError, match="can't use the catalog"):
        fresh.scan(progress=lambda progress: fresh.count("name == Echo") >= 0)
    assert fresh.scan().components > 40


def test_the_scan_of_a_first_search(machine: Machine, tmp_path: Path) -> None:
    """It says how far it is, can be stopped, and raises what is raised; the next search scans again."""
    seen: list[aucat.ScanProgress] = []

    def hear(progress: aucat.ScanProgress) -> bool:
        seen.append(progress)
        if len(seen) == 2:
            raise KeyError("mine")
        return len(seen) > 1

    with aucat.Catalog(
        catalog=tmp_path / "catalog.sqlite", user_store=None, search_path=[machine.bundles], progress=hear
    ) as catalog:
        with pytest.raises(aucat.Interrupted):
            catalog.count("name == Echo")
        with pytest.raises(KeyError, match="mine"):
            catalog.search("Echo")
        assert len(seen) == 2
        assert catalog.count("uri contains urn") > 0 and seen[-1].bundles_done == seen[-1].bundles == 1
        heard = len(seen)
        assert catalog.count("uri contains urn") > 0 and len(seen) == heard


def test_the_catalog_of_the_machine(machine: Machine, tmp_path: Path) -> None:
    """It answers where there is no other, and not if there is to be none."""
    shared = tmp_path / "shared" / "catalog.sqlite"
    # A user with results of their own has a catalog of their own, too.
    with aucat.Catalog(
        catalog=shared, system_catalog=None, user_store=None, results=None, search_path=[machine.bundles]
    ) as catalog:
        count = catalog.scan().components
    scans: list[aucat.ScanProgress] = []
    own = tmp_path / "own" / "catalog.sqlite"

    def opened(system: Path | None) -> aucat.Catalog:
        return aucat.Catalog(
            catalog=own,
            system_catalog=system,
            user_store=None,
            results=None,
            search_path=[machine.bundles],
            progress=scans.append,
        )

    with opened(shared) as catalog:
        assert catalog.count("") == count
    assert not scans and not own.exists()
    with opened(None) as catalog:
        assert catalog.count("") == count
    assert scans and own.exists()


def test_control_c_in_a_first_search(machine: Machine, tmp_path: Path) -> None:
    """A signal ends a search that scans, even if a worker hangs and nobody hears of the progress."""
    worker = tmp_path / "worker"
    worker.write_text("#!/bin/sh\nexec sleep 100\n")
    worker.chmod(0o755)
    with aucat.Catalog(
        catalog=tmp_path / "catalog.sqlite", user_store=None, search_path=[machine.bundles], worker=worker
    ) as catalog:
        begin = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
            catalog.count("uri contains urn")
        assert time.monotonic() - begin < 50


def test_quarantine(tmp_path: Path) -> None:
    """What is kept away from hosts is named with the reason."""
    bundle = tmp_path / "lv2" / "broken.lv2"
    bundle.mkdir(parents=True)
    (bundle / "manifest.ttl").write_text("this is not Turtle")
    with aucat.Catalog(catalog=tmp_path / "catalog.sqlite", user_store=None, search_path=[tmp_path / "lv2"]) as catalog:
        assert catalog.scan().quarantined == 1
        (entry,) = catalog.quarantined()
    assert entry.name == str(bundle) and entry.reason


