"""Following changes."""

from __future__ import annotations

import asyncio
import gc
import os
import select
import threading
from collections.abc import Callable

import aucat
import pytest
from machine import uri

ECHO = uri("echo")
TAG = "import aucat, sys; aucat.add_tag(sys.argv[1], sys.argv[2])"


def test_changes_of_other_processes(catalog: aucat.Catalog, run: Callable[..., str]) -> None:
    """The descriptor becomes readable when another process commits, and a position resumes; 0 is before everything."""
    assert catalog.count("name == Echo") == 1
    with catalog.changes() as changes:
        start = changes.position
        assert changes.read() == []
        run(TAG, ECHO, "Warm")
        assert changes.wait(60) and changes.read() == [aucat.Change(aucat.ChangeKind.TAGS, ECHO, None)]
        assert changes.position != start
        entry = select.poll()
        entry.register(changes, select.POLLIN)
        catalog.add_to_collection("Live", ECHO)
        assert entry.poll(60_000)
        # The collection as a whole, and that the component is in it.
        kind = aucat.ChangeKind.COLLECTION
        assert set(changes.read()) == {aucat.Change(kind, None, "Live"), aucat.Change(kind, ECHO, "Live")}
    with catalog.changes(since=start) as again:
        assert [change.kind.name for change in again.read()] == ["TAGS", "COLLECTION", "COLLECTION"]
    with catalog.changes(since="0") as everything:
        added = [change.uri for change in everything.read() if change.kind is aucat.ChangeKind.ADDED]
    assert ECHO in added and len(added) == len(set(added)) > 40
    with pytest.raises(aucat.Error):
        catalog.changes(since="nonsense")


def test_a_loop_waits_and_ends(catalog: aucat.Catalog) -> None:
    """`for` waits for the next change, and ends when another thread closes it."""
    changes = catalog.changes()
    seen: list[aucat.Change] = []
    got = threading.Event()

    def follow() -> None:
        for change in changes:
            seen.append(change)
            got.set()

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    catalog.set_favorite(ECHO)
    assert got.wait(60)
    changes.close()
    changes.close()
    thread.join(60)
    assert not thread.is_alive() and [change.kind.name for change in seen] == ["FAVORITE"]
    with pytest.raises(aucat.ClosedError):
        changes.read()
    with pytest.raises(aucat.ClosedError):
        changes.fileno()
    assert list(changes) == []


def test_async(catalog: aucat.Catalog) -> None:
    """`async for` leaves the event loop to others, and ends when it is closed."""

    async def main() -> list[str]:
        changes = catalog.changes()
        seen: list[str] = []

        async def follow() -> None:
            async for change in changes:
                seen.append(change.kind.name)

        task = asyncio.create_task(follow())
        for step in (catalog.add_tag, catalog.remove_tag):
            await asyncio.sleep(0.01)
            step(ECHO, "Warm")
            count = len(seen)
            while len(seen) == count:
                await asyncio.sleep(0.01)
        changes.close()
        await asyncio.wait_for(task, 60)
        return seen

    assert asyncio.run(main()) == ["TAGS", "TAGS"]


def test_async_is_cancelled(catalog: aucat.Catalog) -> None:
    """A task that waits can be cancelled, and another can go on; two at once can't."""

    async def main() -> None:
        changes = catalog.changes()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(changes.__anext__(), 0.05)
        waiting = asyncio.create_task(changes.__anext__())
        await asyncio.sleep(0.01)
        with pytest.raises(RuntimeError, match="another task"):
            await changes.__anext__()
        threading.Thread(target=catalog.add_tag, args=(ECHO, "Warm")).start()
        assert (await asyncio.wait_for(waiting, 60)).uri == ECHO

    asyncio.run(main())


def test_a_position_within_a_group_loses_nothing(catalog: aucat.Catalog) -> None:
    """Where iteration has given a part of what was read, the position is before the whole."""
    with catalog.changes() as changes:
        catalog.add_tag(ECHO, "Warm")
        catalog.set_favorite(ECHO)
        assert next(changes).kind is aucat.ChangeKind.TAGS
        position = changes.position
        with catalog.changes(since=position) as again:
            assert "FAVORITE" in [change.kind.name for change in again.read()]
        assert next(changes).kind is aucat.ChangeKind.FAVORITE
        with catalog.changes(since=changes.position) as again:
            assert again.read() == []


def test_descriptors_are_given_back(catalog: aucat.Catalog) -> None:
    """What is forgotten without being closed leaves no descriptor open."""

    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    catalog.changes()
    gc.collect()
    before = descriptors()
    for _ in range(20):
        catalog.changes().read()
    gc.collect()
    assert descriptors() == before
