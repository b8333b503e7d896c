"""Which coordinators read a function of the caller's on a thread: they can't be closed before it has returned."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tracks import Coordinator


class Reader:
    """The coordinator that plays a source; none before the source is in a queue."""

    def __init__(self) -> None:
        self.coordinator: weakref.ref[Coordinator] | None = None


class _Running(threading.local):
    """The readers of the functions that run on this thread, the innermost last."""

    def __init__(self) -> None:
        self.readers: list[Reader] = []


_running = _Running()


@contextmanager
def reading(reader: Reader) -> Iterator[None]:
    """While a source's function runs."""
    _running.readers.append(reader)
    try:
        yield
    finally:
        _running.readers.pop()


def check(coordinator: Coordinator, what: str) -> None:
    """Raises RuntimeError within the function of a source that the coordinator plays: the library would wait for itself.

    what: what can't be done there.
    """
    for reader in _running.readers:
        if reader.coordinator is not None and reader.coordinator() is coordinator:
            raise RuntimeError(
                f"the function of a source can't {what} the coordinator that plays it; "
                f"return None to end the sound, and {what} the coordinator elsewhere"
            )


def elsewhere(function: Callable[[], object]) -> None:
    """Calls a function that may wait for readers. On a thread where one of them runs, as when garbage is collected there,
    it is called on another thread."""
    if _running.readers:
        threading.Thread(target=function, name="aucat-end").start()
    else:
        function()
