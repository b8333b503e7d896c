"""Scans."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from ._call import call
from ._callback import callback
from ._library import ffi, lib

if TYPE_CHECKING:
    from .catalog import Catalog

__all__ = ["Quarantined", "ScanProgress", "ScanReport"]


class ScanProgress(NamedTuple):
    """The progress of a scan."""

    bundles_done: int
    """Bundles that have been read."""
    bundles: int
    """Bundles to read."""
    components: int
    """Components that have been read."""
    is_waiting: bool
    """Whether another process is scanning, and this one waits for it."""


class ScanReport(NamedTuple):
    """The result of a scan."""

    bundles: int
    """Bundles on the search path."""
    components: int
    """Components that searches can find."""
    added: int
    """Components that were not there before."""
    changed: int
    """Components whose description has changed."""
    removed: int
    """Components that are no longer there."""
    unchanged: int
    """Components that have not changed."""
    quarantined: int
    """Bundles and plugins that are kept away from hosts: see `Catalog.quarantined`."""
    unread: int
    """Directories and bundles that could not be read this time. The catalog keeps what it has of them."""
    seconds: float
    """How long the scan took, in seconds."""


class Quarantined(NamedTuple):
    """A plugin or bundle kept away from hosts."""

    name: str
    """The plugin's URI, or the bundle's path if the whole bundle is kept away."""
    reason: str
    """The reason for that."""


Progress = Optional[Callable[[ScanProgress], Optional[bool]]]
"""A function that receives the progress of a scan; it stops the scan by returning False or raising."""


def listener(listening: Callable[[Any], Progress]) -> Any:
    """A function for the library that passes the progress of a scan to the function of a context. The caller keeps
    it alive."""

    def show(state: Any, context: Any) -> bool | None:
        progress = listening(context)
        if progress is None:
            return True
        return progress(
            ScanProgress(int(state.bundles_done), int(state.bundles), int(state.components), bool(state.is_waiting))
        )

    return callback("aucat_progress_fn", show)


def scan(catalog: Catalog, everything: bool, workers: int, progress: Progress) -> ScanReport:
    """Updates a catalog: see `Catalog.scan`."""
    if not 0 <= workers < 1 << 31:
        raise ValueError(f"{workers} workers are not possible; 0 is one per processor")
    report = ffi.new("aucat_report *")
    flags = lib.AUCAT_SCAN_EVERYTHING if everything else 0
    call(lib.aucat_scan, catalog._opened(), flags, workers, listener(lambda _context: progress), ffi.NULL, report)
    return ScanReport(*(getattr(report, field) for field in ScanReport._fields))
