"""Threads, processes and memory."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable

import aucat
from conftest import PRODUCTS
from machine import Machine, uri


def test_threads_share_a_catalog(catalog: aucat.Catalog) -> None:
    """Eight threads search, tag and read at once."""
    search = catalog.prepare("audioInputs >= %@", 1)
    expected = [component.uri for component in search]
    failures: list[object] = []

    def work(number: int) -> None:
        try:
            for _ in range(20):
                found = [component.uri for component in search]
                if found != expected:
                    failures.append(found)
                catalog.add_tag(uri("echo"), f"Thread {number}")
                [component.ports for component in search.components(3)]
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [] and len(catalog.tags(uri("echo"))) == 8


def test_a_child_of_fork_goes_on(catalog: aucat.Catalog) -> None:
    """A child uses its parent's catalog and search; both see what the other commits."""
    search = catalog.prepare("userTag == Warm")
    assert search.count() == 0
    ends = multiprocessing.get_context("fork").Pipe()

    def child() -> None:
        before = search.count()
        catalog.add_tag(uri("echo"), "Warm")
        ends[1].send((before, search.count(), [component.name for component in search]))

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    assert ends[0].poll(60) and ends[0].recv() == (0, 1, ["Echo"])
    process.join(60)
    assert process.exitcode == 0 and search.count() == 1


def test_the_end_of_a_program(run: Callable[..., str]) -> None:
    """A program may end with everything open, also while a thread waits."""
    program = """
import threading, aucat
found = aucat.search("name == Echo")
kept = [aucat.default_catalog(), aucat.changes(), aucat.Chain(found), found[0].ports]
threading.Thread(target=lambda: next(aucat.changes()), daemon=True).start()
print(found[0].name)
"""
    assert run(program) == "Echo\n"


def resident() -> int:
    """The memory of this process, in KiB."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * (os.sysconf("SC_PAGESIZE") // 1024)


def test_memory_stays_flat(machine: Machine) -> None:
    """Opening, searching, reading, failing and closing again and again needs no more memory.

    AUCAT_TEST_ROUNDS says how often.
    """
    rounds = int(os.environ.get("AUCAT_TEST_ROUNDS", "200"))

    def work(times: int) -> None:
        for _ in range(times):
            with aucat.Catalog(
                catalog=machine.folder / "catalog.sqlite",
                user_store=None,
                search_path=[machine.bundles],
                notice=lambda message: None,
            ) as catalog:
                found = catalog.search("name contains[c] %@", "gain", limit=10)
                assert [component.name for component in found] and found[0].ports and found[0].tags
                try:
                    catalog.search("nme == x")
                except aucat.PredicateError as error:
                    assert error.offset == 0
                chain = aucat.Chain(found, catalog=catalog)
                chain[0]["gain"] = 0.5
                catalog.changes().read()

    work(max(rounds // 4, 50))
    gc.collect()
    before = resident()
    work(rounds)
    gc.collect()
    grown = resident() - before
    print(f"{rounds} rounds: {before} KiB resident before, {before + grown} after", file=sys.stderr)
    assert grown < 2_048 + before // 50, f"{grown} KiB more after {rounds} rounds"


def test_the_library_that_is_loaded() -> None:
    """The tests test what they mean to."""
    from aucat._library import path
    from conftest import INSTALLED

    if INSTALLED:
        assert "_prefix/lib/libaucat.so.0" in path and not path.startswith(str(PRODUCTS))
    else:
        assert path == os.environ["AUCAT_LIBRARY"]
