"""The result of an import."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Imported"]


class Imported(int):
    """The number of new entries of an import, and the saved searches that it renamed."""

    renamed: list[str]
    """The new names of saved searches whose names were taken, such as `halls (other 3f0a)`."""

    def __new__(cls, added: int, renamed: Iterable[str] = ()) -> Imported:
        """Creates the result of an import."""
        made = super().__new__(cls, added)
        made.renamed = list(renamed)
        return made
