"""Changes of the catalog."""

from __future__ import annotations

import enum
import os
import select
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from ._call import call, given, optional, text
from ._library import ffi, lib
from .errors import ClosedError

if TYPE_CHECKING:
    import asyncio

    from .catalog import Catalog

__all__ = ["Change", "ChangeKind", "Changes"]

POLLING = 0.5
"""Seconds between two reads if the system has no descriptor left."""


class ChangeKind(enum.IntEnum):
    """The subject of a change."""

    ADDED = 1
    """A component has appeared."""
    CHANGED = 2
    """A component's description has changed."""
    REMOVED = 3
    """A component has disappeared."""
    TAGS = 4
    """The tags that the user gave a component."""
    FAVORITE = 5
    """Whether a component is a favourite."""
    HIDDEN = 6
    """Whether a component is hidden."""
    COLLECTION = 7
    """Whether a component is in a collection; without a URI, the collection as a whole."""
    SEARCH = 8
    """A saved search."""
    RESET = 9
    """Possibly everything: read everything again."""


class Change(NamedTuple):
    """A change by any process."""

    kind: ChangeKind
    uri: str | None
    """The component's URI; None if the change is not about one component."""
    label: str | None
    """The name of the collection or saved search; None for other changes."""


class Changes(Iterator[Change], AsyncIterator[Change]):
    """Follows the changes that any process makes to the catalog and to what the user enters.

    Both `for` and `async for` wait for the next change, until `close` is called; no thread waits for `async for`. Use
    it from one thread, or one task, at a time; only `close` may be called from any thread. A child of fork can't use
    its parent's.
    """

    def __init__(self, catalog: Catalog, since: str | None) -> None:
        position = ffi.NULL if since is None else given(since)
        self._handle: Any = ffi.gc(call(lib.aucat_follow, catalog._opened(), position), lib.aucat_changes_free)
        self._descriptor = int(lib.aucat_changes_descriptor(self._handle))
        self._lock = threading.Lock()
        self._waiting: tuple[asyncio.AbstractEventLoop, asyncio.Future[None]] | None = None
        self._pending: deque[Change] = deque()
        self._before = self._after = text(lib.aucat_changes_position(self._handle))
        # Wakes a waiting thread when another one closes this.
        self._alarm, self._bell = os.pipe()

    def _opened(self) -> Any:
        if self._handle is None:
            raise ClosedError("what follows the changes is closed")
        return self._handle

    def fileno(self) -> int:
        """A descriptor for `select.poll` and event loops, readable when it is time to call `read`; -1 if the system has
        none left: call `read` every half second then. Don't read from it or close it."""
        self._opened()
        return self._descriptor

    def read(self) -> list[Change]:
        """The changes committed since the last call, without waiting. After an error, the next call tries again."""
        self._fetch()
        found = list(self._pending)
        self._pending.clear()
        return found

    def _fetch(self) -> None:
        with self._lock:
            handle = self._opened()
            count = ffi.new("size_t *")
            call(lib.aucat_changes_read, handle, count)
            if not self._pending:
                self._before = self._after
            self._after = text(lib.aucat_changes_position(handle))
            for index in range(count[0]):
                uri = optional(lib.aucat_changes_uri(handle, index))
                label = optional(lib.aucat_changes_label(handle, index))
                number = lib.aucat_changes_kind(handle, index)
                known = number in ChangeKind._value2member_map_
                self._pending.append(Change(ChangeKind(number) if known else ChangeKind.RESET, uri, label))

    @property
    def position(self) -> str:
        """Where another follower, in this process or another, can resume (`since`). It misses nothing; if iteration has
        returned only a part of the changes that were committed together, that part is returned again."""
        return self._before if self._pending else self._after

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until it is time to call `read`, or this is closed.

        timeout: in seconds; None for no limit. Returns whether there was something before the timeout.
        """
        handle = self._opened()  # Keeps the descriptor while this waits.
        entries = select.poll()
        entries.register(self._alarm, select.POLLIN)
        if self._descriptor >= 0:
            entries.register(self._descriptor, select.POLLIN)
        elif timeout is None or timeout > POLLING:
            entries.poll(POLLING * 1000)
            return True
        found = entries.poll(None if timeout is None else max(timeout, 0) * 1000)
        del handle
        return bool(found)

    def __iter__(self) -> Changes:
        return self

    def __next__(self) -> Change:
        try:
            while not self._pending:
                self._fetch()
                if not self._pending:
                    self.wait()
        except ClosedError:
            raise StopIteration from None
        return self._pending.popleft()

    def __aiter__(self) -> Changes:
        return self

    async def __anext__(self) -> Change:
        try:
            while not self._pending:
                self._fetch()
                if not self._pending:
                    await self._ready()
        except ClosedError:
            raise StopAsyncIteration from None
        return self._pending.popleft()

    async def _ready(self) -> None:
        """Waits in an event loop until it is time to read."""
        import asyncio

        if self._waiting is not None:
            raise RuntimeError("another task waits for these changes; each needs its own")
        handle = self._opened()  # Keeps the descriptor while this waits.
        loop = asyncio.get_running_loop()
        woken: asyncio.Future[None] = loop.create_future()
        self._waiting = (loop, woken)
        if self._descriptor >= 0:
            loop.add_reader(self._descriptor, _wake, woken)
        else:
            loop.call_later(POLLING, _wake, woken)
        try:
            if self._handle is handle:
                await woken
        finally:
            self._waiting = None
            if self._descriptor >= 0:
                loop.remove_reader(self._descriptor)

    def close(self) -> None:
        """Ends the iteration, even if another thread or task waits in it. Further calls do nothing."""
        with self._lock:
            if self._handle is None:
                return
            self._handle = None
        os.write(self._bell, b"\0")
        if self._waiting is not None:
            loop, woken = self._waiting
            loop.call_soon_threadsafe(_wake, woken)

    def __enter__(self) -> Changes:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_bell"):
            os.close(self._alarm)
            os.close(self._bell)


def _wake(woken: asyncio.Future[None]) -> None:
    if not woken.done():
        woken.set_result(None)
