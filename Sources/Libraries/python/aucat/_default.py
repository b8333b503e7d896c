"""The catalog that functions use if they name none."""

from __future__ import annotations

import threading

from ._values import Value
from .catalog import Catalog
from .changes import Changes
from .component import Component
from .components import Components
from .scan import Progress, ScanReport
from .search import Facets

_lock = threading.Lock()
_made: Catalog | None = None


def default_catalog() -> Catalog:
    """The catalog that the environment names, opened once for all threads, and opened again if it has been closed."""
    global _made
    with _lock:
        if _made is None or _made.closed:
            _made = Catalog()
        return _made


def search(
    predicate: str,
    *values: Value,
    limit: int | None = None,
    everything: bool = False,
    exact: bool = False,
    typing: bool = False,
    near: bool = False,
) -> Components:
    """`Catalog.search` of the default catalog."""
    return default_catalog().search(
        predicate, *values, limit=limit, everything=everything, exact=exact, typing=typing, near=near
    )


def count(predicate: str, *values: Value, everything: bool = False, exact: bool = False) -> int:
    """`Catalog.count` of the default catalog."""
    return default_catalog().count(predicate, *values, everything=everything, exact=exact)


def facets(predicate: str, *values: Value, everything: bool = False, exact: bool = False) -> Facets:
    """`Catalog.facets` of the default catalog."""
    return default_catalog().facets(predicate, *values, everything=everything, exact=exact)


def find(uri: str) -> Component | None:
    """`Catalog.find` of the default catalog."""
    return default_catalog().find(uri)


def scan(*, everything: bool = False, workers: int = 0, progress: Progress = None) -> ScanReport:
    """`Catalog.scan` of the default catalog."""
    return default_catalog().scan(everything=everything, workers=workers, progress=progress)


def changes(since: str | None = None) -> Changes:
    """`Catalog.changes` of the default catalog."""
    return default_catalog().changes(since)


def add_tag(component: Component | str, tag: str) -> None:
    """`Catalog.add_tag` of the default catalog."""
    default_catalog().add_tag(component, tag)


def remove_tag(component: Component | str, tag: str) -> None:
    """`Catalog.remove_tag` of the default catalog."""
    default_catalog().remove_tag(component, tag)
