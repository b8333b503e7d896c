"""Searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ._call import call, given, limited, owned, strings, text
from ._library import ffi, lib
from ._values import Value, values
from .component import Component
from .components import Components
from .why import Why, reason

if TYPE_CHECKING:
    from .catalog import Catalog

__all__ = ["Facets", "Search"]


class Facets(NamedTuple):
    """How many of a search's components have each value, the most frequent first."""

    type: dict[str, int]
    tag: dict[str, int]
    manufacturer: dict[str, int]
    license: dict[str, int]
    channels: dict[str, int]
    """Main audio inputs and outputs, such as "2→2"."""
    ui: dict[str, int]
    """Whether it has a user interface of its own: "yes" or "no"."""
    host: dict[str, int]
    """The hosts that can run it, such as "ardour": `usableIn` of predicates."""
    realtime: dict[str, int]
    """The evidence for its real-time safety: "proven", "claimed" or "broken"."""
    deterministic: dict[str, int]
    """Whether the same input gives the same output: "yes" or "no"."""
    validation: dict[str, int]
    """The last verdict, such as "passed"."""
    cost: dict[str, int]
    """Per cent of one core, in ranges written as they follow the key in a predicate, such as "< 0.1"."""
    latency: dict[str, int]
    """In frames: "== 0" and "> 0"."""
    load_time: dict[str, int]
    """In milliseconds, in ranges."""
    memory: dict[str, int]
    """In millions of bytes, in ranges."""


class Search:
    """A search to run as often as needed. Each call sees what any process has committed before it.

    Several threads may use one at the same time. Iterating it runs it.
    """

    __slots__ = ("_catalog", "_handle", "_text")

    def __init__(
        self,
        catalog: Catalog,
        predicate: str,
        arguments: tuple[Value, ...],
        everything: bool,
        exact: bool,
        typing: bool,
    ) -> None:
        flags = (
            (lib.AUCAT_SEARCH_EVERYTHING if everything else 0)
            | (lib.AUCAT_SEARCH_EXACT if exact else 0)
            | (lib.AUCAT_SEARCH_TYPING if typing else 0)
        )
        array, _kept = values(arguments)
        self._catalog = catalog
        self._text = predicate
        self._handle = ffi.gc(
            call(
                lib.aucat_prepare,
                catalog._opened(),
                given(predicate),
                array,
                len(arguments),
                flags,
                predicate=predicate,
            ),
            lib.aucat_search_free,
        )

    def _call(self, function: Any, *arguments: Any) -> Any:
        return call(function, self._handle, *arguments, predicate=self._text)

    def count(self) -> int:
        """How many components match."""
        number = ffi.new("size_t *")
        self._call(lib.aucat_search_count, number)
        return int(number[0])

    def components(self, limit: int | None = None) -> Components:
        """The first components by name, in the collation of the language; for plain words, the best matches."""
        return Components(self._catalog, self._call(lib.aucat_search_components, limited(limit)))

    def near(self) -> Components:
        """What doesn't match but is near to the plain words, the nearest first: components with some of the words, or
        with words that resemble them. Empty if ten or more match, or with `exact`; both together are never more than
        ten."""
        return Components(self._catalog, self._call(lib.aucat_search_near))

    def __iter__(self) -> Iterator[Component]:
        return iter(self.components())

    def uris(self, limit: int | None = None) -> list[str]:
        """The URIs of the first components in the catalog's own order, which is the fastest to get."""
        return strings(self._call(lib.aucat_search_uris, limited(limit)))

    def facets(self) -> Facets:
        """How many of the components have each type, tag, manufacturer, license and number of channels, and a user
        interface."""
        facets = ffi.gc(self._call(lib.aucat_search_facets), lib.aucat_facets_free)
        return Facets(
            *(
                {
                    text(lib.aucat_facets_value(facets, facet, index)): int(
                        lib.aucat_facets_components(facets, facet, index)
                    )
                    for index in range(lib.aucat_facets_count(facets, facet))
                }
                for facet in range(len(Facets._fields))
            )
        )

    @property
    def predicate(self) -> str:
        """The predicate as it is evaluated: words interpreted, saved searches and collections expanded."""
        return owned(self._call(lib.aucat_search_predicate)) or ""

    @property
    def notes(self) -> list[str]:
        """How words were interpreted other than literally, such as corrections."""
        return strings(self._call(lib.aucat_search_notes))

    def plan(self) -> list[str]:
        """Runs the search, and says what decided each part of the predicate, how many components were left and how long
        it took, one line per step. For people: the wording may change."""
        return strings(self._call(lib.aucat_search_plan))

    def why_nothing(self) -> str | None:
        """Explains why the search finds nothing and what would find something, in a few lines; None if it finds
        something, or if there is no explanation. Takes half a second at most."""
        return owned(self._call(lib.aucat_search_why_nothing))

    def why(self, component: Component) -> Why:
        """Explains why a component matches the search, as it was prepared, or doesn't."""
        found = ffi.new("bool *")
        lines = self._call(lib.aucat_search_why, component._pointer, found)
        return Why(bool(found[0]), [reason(line) for line in strings(lines)])

    def __repr__(self) -> str:
        return f"<Search {self._text!r}>"
