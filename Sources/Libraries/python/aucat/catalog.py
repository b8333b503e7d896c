"""The catalog."""

from __future__ import annotations

import enum
import itertools
import re
import weakref
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, Final, NamedTuple, Union

from . import scan as scans
from ._call import Path, array, call, given, given_path, limited, owned, strings, text
from ._library import ffi, lib
from ._values import Value
from .changes import Changes
from .component import Component
from .components import Components
from .errors import AmbiguousError, ClosedError, ErrorCode, NotFoundError
from .imported import Imported
from .search import Facets, Search
from .tags import CountedTag, TagOrigin
from .why import Why

__all__ = ["ENVIRONMENT", "Catalog"]


class _Environment(enum.Enum):
    ENVIRONMENT = "what the environment says"

    def __repr__(self) -> str:
        return self.name


ENVIRONMENT: Final = _Environment.ENVIRONMENT
"""Stands for the place that the environment names."""

_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S*")

Notice = Callable[[str], object]
_Place = Union[Path, None, _Environment]
_Named = Union[Component, str]


class _Listeners(NamedTuple):
    notice: Notice | None
    progress: scans.Progress


# The functions that receive the notices of a catalog and the progress of its first scan. The library may call them
# until everything obtained from the catalog is gone, and nobody knows when that is, so it gets a number instead of the
# functions.
_listeners: dict[int, _Listeners] = {}
_nobody = _Listeners(None, None)
_numbers = itertools.count(1)


def _listening(context: Any) -> _Listeners:
    return _listeners.get(int(ffi.cast("uintptr_t", context)), _nobody)


def _log(message: str) -> None:
    import logging

    logging.getLogger("aucat").warning(message)


def _pass_on(message: Any, context: Any) -> None:
    (_listening(context).notice or _log)(ffi.string(message).decode("utf-8", "replace"))


_notice = ffi.callback("aucat_notice_fn", _pass_on)
_first_scan = scans.listener(lambda context: _listening(context).progress)


class Catalog:
    """The catalog of this machine's LV2 plugins, which all hosts share.

    catalog: its SQLite file; None for none: searches then scan into memory.
    system_catalog: the catalog that `aucat scan --system` makes for all users of the machine; None for none. It is used
        if the user has no catalog and it has everything that a scan would find.
    user_store: the SQLite file with the user's data; None for none.
    results: the SQLite file with data that a scan can't read again, and a new catalog adopts: validations, measurements, and
        when components were first seen; None for none.
    search_path: the directories to search for bundles, instead of those of LV2_PATH.
    locale: the language of names and the order of lists, such as "pt_BR".
    worker, renderer: the programs `aucat-scan-worker` and `aucat-render`, if they are not where the library looks.
    progress: is called during the scan with which the first search begins if there is no catalog; returning False stops
        both with `Interrupted`, and raising stops them with what is raised. It must not use the catalog.
    notice: receives messages for people that aren't errors, such as one about a damaged catalog that was set aside, on
        any thread; without it, they become warnings of the logger "aucat".

    Absent arguments come from the environment: AUCAT_CATALOG, AUCAT_USER_STORE, LV2_PATH, LANG and others. Nothing is
    opened yet: the first search does that, and if there is no catalog it scans, which takes seconds. Control-C
    stops it.

    Each answer counts the bundles that were installed, removed or replaced before it; `notice` is told about them.
    `following` is how many seconds an answer waits for them to be read; with None, answers come from what the last scan by
    any program has found.

    Any thread may use it, several at the same time. Use it as a context manager, or let it close when nothing refers to
    it.
    """

    __slots__ = ("_handle", "__weakref__")

    def __init__(
        self,
        *,
        catalog: _Place = ENVIRONMENT,
        system_catalog: _Place = ENVIRONMENT,
        user_store: _Place = ENVIRONMENT,
        results: _Place = ENVIRONMENT,
        search_path: Iterable[Path] | None = None,
        locale: str | None = None,
        worker: Path | None = None,
        renderer: Path | None = None,
        progress: scans.Progress = None,
        notice: Notice | None = None,
        following: float | None = 2.0,
    ) -> None:
        config = ffi.gc(call(lib.aucat_config_new), lib.aucat_config_free)
        for function, name, place in (
            (lib.aucat_config_set_catalog, "catalog", catalog),
            (lib.aucat_config_set_system_catalog, "system_catalog", system_catalog),
            (lib.aucat_config_set_user_store, "user_store", user_store),
            (lib.aucat_config_set_results, "results", results),
            (lib.aucat_config_set_worker, "worker", ENVIRONMENT if worker is None else worker),
            (lib.aucat_config_set_renderer, "renderer", ENVIRONMENT if renderer is None else renderer),
        ):
            if not isinstance(place, _Environment):
                call(function, config, ffi.NULL if place is None else given_path(place, name, "None"))
        if search_path is not None:
            if isinstance(search_path, (str, bytes)):
                raise TypeError("search_path is a list of directories, not a text")
            directories, _kept = array([given_path(directory, "a directory of search_path") for directory in search_path])
            call(lib.aucat_config_set_search_path, config, directories, len(directories))
        if locale is not None:
            call(lib.aucat_config_set_locale, config, given(locale))
        call(lib.aucat_config_set_following, config, -1.0 if following is None else float(following))
        number = next(_numbers)
        context = ffi.cast("void *", number)
        call(lib.aucat_config_set_notice, config, _notice, context)
        call(lib.aucat_config_set_first_scan, config, _first_scan, context)
        self._handle = ffi.gc(call(lib.aucat_open, config), lib.aucat_close)
        if notice or progress:
            _listeners[number] = _Listeners(notice, progress)
            weakref.finalize(self, _listeners.pop, number).atexit = False

    def _opened(self) -> Any:
        if self._handle is None:
            raise ClosedError("the catalog is closed")
        return self._handle

    def close(self) -> None:
        """Closes the catalog as soon as no call uses it. What was obtained from it can still be read. Closing it again
        does nothing."""
        self._handle = None

    @property
    def closed(self) -> bool:
        """Whether it has been closed."""
        return self._handle is None

    def __enter__(self) -> Catalog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Catalog at {id(self):#x}{'' if self._handle else ', closed'}>"

    # ---- Scanning

    def scan(self, *, everything: bool = False, workers: int = 0, progress: scans.Progress = None) -> scans.ScanReport:
        """Updates the catalog from the bundles of the search path. Only one process scans at a time, and others wait. A
        bad bundle isn't an error.

        everything: read unchanged bundles, too.
        workers: how many bundles to read in parallel; 0 for one per processor.
        progress: called on this thread, several times a second; returning False stops the scan with `Interrupted`, and
            raising stops it with what is raised. What was read before that is kept. It must not use the catalog.
        """
        return scans.scan(self, everything, workers, progress)

    def quarantined(self) -> list[scans.Quarantined]:
        """The plugins and bundles kept away from hosts, with the reasons."""
        lines = strings(call(lib.aucat_quarantined, self._opened()))
        return [scans.Quarantined(*(line.partition("\t")[::2])) for line in lines]

    # ---- Searching

    def prepare(
        self, predicate: str, *values: Value, everything: bool = False, exact: bool = False, typing: bool = False
    ) -> Search:
        """A search to run as often as needed.

        predicate: such as "tag == Reverb and audioInputs == 2", or plain words; see the query language. PredicateError
            says what is wrong with it, and where.
        values: one for each `%@`: a text, a number, a bool or None. It is never parsed, whatever it holds.
        everything: find hidden components and shadowed duplicates, too.
        exact: take plain words as typed: neither correct nor interpret them.
        typing: the last word may be unfinished, and none is corrected: for a search at each keystroke.
        """
        return Search(self, predicate, values, everything, exact, typing)

    def search(
        self,
        predicate: str,
        *values: Value,
        limit: int | None = None,
        everything: bool = False,
        exact: bool = False,
        typing: bool = False,
        near: bool = False,
    ) -> Components:
        """The components that match, by name; for plain words, the best matches first. For the parameters, see
        `prepare`.

        limit: the most components to return, including those that are near.
        near: if fewer than ten components match plain words, the attribute `near` of the result has those that are near;
            see `Search.near`.
        """
        search = self.prepare(predicate, *values, everything=everything, exact=exact, typing=typing)
        found = search.components(limit)
        if near:
            found.near = search.near()[: None if limit is None else limit - len(found)]
        return found

    def count(self, predicate: str, *values: Value, everything: bool = False, exact: bool = False) -> int:
        """How many components match. For the parameters, see `prepare`."""
        return self.prepare(predicate, *values, everything=everything, exact=exact).count()

    def facets(self, predicate: str, *values: Value, everything: bool = False, exact: bool = False) -> Facets:
        """How many of the components that match have each type, tag, manufacturer, license and number of channels,
        and a user interface."""
        return self.prepare(predicate, *values, everything=everything, exact=exact).facets()

    def find(self, uri: str) -> Component | None:
        """The component with a URI; None if it is not installed."""
        found = call(lib.aucat_find, self._opened(), given(uri))
        if not found:
            return None
        owner = ffi.gc(found, lib.aucat_component_free)
        return Component(self, owner, owner)

    def choose(self, text: str) -> Component:
        """The component that a person means by a text, as in every command: by its URI; by its name, or the beginning
        of only its name; by words, if it is the only one with all of them in its texts and tags, where variants such as
        mono and stereo count as one, for which the best match stands; or by a predicate that only it matches.

        AmbiguousError has the candidates if there are several; NotFoundError if there is none.
        """
        several = ffi.new("aucat_components **")
        found = call(lib.aucat_choose, self._opened(), given(text), several)
        if found:
            owner = ffi.gc(found, lib.aucat_component_free)
            return Component(self, owner, owner)
        candidates = Components(self, several[0])
        if not candidates:
            raise NotFoundError(f"{text} is not installed; install it, or scan", ErrorCode.NOT_FOUND, component=text)
        names = ", ".join(component.name for component in candidates[:5])
        more = f" and {len(candidates) - 5} more" if len(candidates) > 5 else ""
        raise AmbiguousError(
            f"`{text}` may mean {names}{more}; use a name or a URI",
            tuple(component.uri for component in candidates),
        )

    def installed(self, component: _Named) -> Component:
        """The component itself, or the one that a text chooses: see `choose`."""
        return component if isinstance(component, Component) else self.choose(component)

    def similar(self, component: _Named, limit: int | None = 10) -> Components:
        """The components most similar to one, the most similar first."""
        pointer = self.installed(component)._pointer
        return Components(self, call(lib.aucat_similar, self._opened(), pointer, limited(limit)))

    def variants(self, component: _Named) -> Components:
        """The other variants of a component: mono, stereo and so on."""
        return Components(self, call(lib.aucat_variants, self._opened(), self.installed(component)._pointer))

    def why(self, component: _Named, predicate: str, *values: Value) -> Why:
        """Explains why a component matches a predicate or doesn't.

        values: one for each `%@`.
        """
        return self.prepare(predicate, *values).why(self.installed(component))

    def all_tags(self) -> list[CountedTag]:
        """The tags of all components and all user tags, by name. A user tag that is spelt like another tag is that
        tag."""
        tags = ffi.gc(call(lib.aucat_all_tags, self._opened()), lib.aucat_tag_list_free)
        return [
            CountedTag(
                text(lib.aucat_tag_list_name(tags, index)),
                TagOrigin(lib.aucat_tag_list_origins(tags, index)),
                int(lib.aucat_tag_list_components(tags, index)),
            )
            for index in range(lib.aucat_tag_list_count(tags))
        ]

    # ---- What the user enters. Components are given as objects or as URIs, and need not be installed; any other text
    # chooses one that is: see `choose`.

    def standard_tags(self) -> list[str]:
        """The names of all standard tags, in the catalog's language."""
        return strings(call(lib.aucat_standard_tags, self._opened()))

    def tags(self, component: _Named) -> list[str]:
        """The tags that the user gave a component. `Component.tags` has those of all origins."""
        return strings(self._call(lib.aucat_tags, component))

    def add_tag(self, component: _Named, tag: str) -> None:
        """Gives a component a tag. It is on the disk when this returns, like every change of this kind."""
        self._call(lib.aucat_tag_add, component, given(tag))

    def remove_tag(self, component: _Named, tag: str) -> None:
        """Removes a user tag from a component."""
        self._call(lib.aucat_tag_remove, component, given(tag))

    def set_tags(self, component: _Named, tags: Iterable[str]) -> None:
        """Gives a component exactly these user tags."""
        if isinstance(tags, str):
            raise TypeError("tags is a list of tags, not a text")
        texts, _kept = array([given(tag) for tag in tags])
        self._call(lib.aucat_tags_set, component, texts, len(texts))

    def rename_tag(self, tag: str, name: str) -> None:
        """Renames a user tag on all components. If a tag has the new name already, the two are merged."""
        call(lib.aucat_tag_rename, self._opened(), given(tag), given(name))

    def delete_tag(self, tag: str) -> None:
        """Removes a user tag from all components."""
        call(lib.aucat_tag_delete, self._opened(), given(tag))

    def set_favorite(self, component: _Named, is_favorite: bool = True) -> None:
        """Marks a component as a favourite, or takes the mark away."""
        self._call(lib.aucat_set_favorite, component, is_favorite)

    def set_hidden(self, component: _Named, is_hidden: bool = True) -> None:
        """Hides a component from searches whose predicate does not name `hidden`, or shows it again."""
        self._call(lib.aucat_set_hidden, component, is_hidden)

    def note_use(self, component: _Named) -> None:
        """Counts a use of a component. Call it when a person starts to use it, not for each instance of a session that
        is loaded."""
        self._call(lib.aucat_note_use, component)

    def collections(self) -> list[str]:
        """The names of the collections."""
        return strings(call(lib.aucat_collections, self._opened()))

    def collection(self, name: str) -> list[str] | None:
        """The URIs of a collection's components; None if there is no such collection."""
        found = call(lib.aucat_collection_members, self._opened(), given(name))
        return strings(found) if found else None

    def add_to_collection(self, collection: str, component: _Named) -> None:
        """Puts a component into a collection, which is created if it does not exist."""
        call(lib.aucat_collection_add, self._opened(), given(collection), self._uri(component))

    def remove_from_collection(self, collection: str, component: _Named) -> None:
        """Takes a component out of a collection."""
        call(lib.aucat_collection_remove, self._opened(), given(collection), self._uri(component))

    def create_collection(self, collection: str) -> None:
        """Creates an empty collection."""
        call(lib.aucat_collection_create, self._opened(), given(collection))

    def rename_collection(self, collection: str, name: str) -> None:
        """Renames a collection. InUseError if saved searches use it."""
        call(lib.aucat_collection_rename, self._opened(), given(collection), given(name))

    def delete_collection(self, collection: str) -> None:
        """Deletes a collection, not its components. InUseError if saved searches use it."""
        call(lib.aucat_collection_delete, self._opened(), given(collection))

    def saved_searches(self) -> list[str]:
        """The names of the saved searches, which predicates use as `in "name"`."""
        return strings(call(lib.aucat_saved_searches, self._opened()))

    def saved_search(self, name: str) -> str | None:
        """The predicate of a saved search; None if there is none of that name."""
        return owned(call(lib.aucat_saved_search, self._opened(), given(name)))

    def save_search(self, name: str, predicate: str) -> None:
        """Saves a search, replacing one of the same name."""
        call(lib.aucat_saved_search_set, self._opened(), given(name), given(predicate), predicate=predicate)

    def delete_saved_search(self, name: str) -> None:
        """Deletes a saved search. InUseError if others use it."""
        call(lib.aucat_saved_search_delete, self._opened(), given(name))

    def undo(self) -> str | None:
        """Undoes the last change that any program made to the user's data, and returns its title; None if there is
        none."""
        return owned(call(lib.aucat_undo, self._opened()))

    def export_user_data(self) -> str:
        """Everything that the user has entered, as JSON Lines."""
        return owned(call(lib.aucat_export, self._opened())) or ""

    def import_user_data(self, text: str) -> Imported:
        """Imports an export of this machine or another, all or nothing, and returns the number of new entries. Several
        exports give the same result in any order; if two searches have the same name, one is given a name such as
        `halls (other 3f0a)`, which is in `renamed` of the result."""
        added = ffi.new("size_t *")
        renamed = strings(call(lib.aucat_import_renamed, self._opened(), given(text), added))
        return Imported(added[0], renamed)

    def _call(self, function: Any, component: _Named, *arguments: Any) -> Any:
        return call(function, self._opened(), self._uri(component), *arguments)

    def _uri(self, component: _Named) -> bytes:
        """The URI of a component, which need not be installed. A text that can't be a URI chooses one that is."""
        if isinstance(component, Component):
            return given(component.uri)
        uri = given(component)
        return uri if _URI.fullmatch(component) else given(self.choose(component).uri)

    # ---- Changes

    def changes(self, since: str | None = None) -> Changes:
        """Follows the changes that any process makes to the catalog and to what the user enters.

        since: where an earlier follower was (`Changes.position`); "0" for everything there is; None for what is
            committed from now on.
        """
        return Changes(self, since)
