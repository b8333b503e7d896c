"""Lists of components."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from ._library import ffi, lib
from .component import Component

if TYPE_CHECKING:
    from .catalog import Catalog

__all__ = ["Components"]


class Components(Sequence[Component]):
    """Components in the order of a result. It doesn't change, and any thread may read it.

    Nothing is copied until it is read: a component keeps the list that it is part of.

    near: what doesn't match but is near to the plain words of a search, if it was asked for; else empty.
    """

    __slots__ = ("_catalog", "_count", "_handle", "near")

    def __init__(self, catalog: Catalog, handle: Any) -> None:
        self.near: Sequence[Component] = ()
        self._catalog = catalog
        self._handle = ffi.gc(handle, lib.aucat_components_free)
        self._count = int(lib.aucat_components_count(handle))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Component: ...
    @overload
    def __getitem__(self, index: slice) -> list[Component]: ...
    def __getitem__(self, index: int | slice) -> Component | list[Component]:
        if isinstance(index, slice):
            return [self._at(each) for each in range(*index.indices(self._count))]
        position = index + self._count if index < 0 else index
        if not 0 <= position < self._count:
            raise IndexError(f"there are {self._count} components, and none at {index}")
        return self._at(position)

    def _at(self, index: int) -> Component:
        return Component(self._catalog, self._handle, lib.aucat_components_at(self._handle, index))

    def __repr__(self) -> str:
        shown = [component.name for component in self[:3]]
        more = ", …" if self._count > len(shown) else ""
        return f"<{self._count} components: {', '.join(shown)}{more}>" if shown else "<0 components>"

    def _repr_html_(self) -> str:
        """A table, for notebooks."""
        from ._table import table

        return table(self)
