"""Tags of components."""

from __future__ import annotations

import enum
from typing import NamedTuple

__all__ = ["CountedTag", "Tag", "TagOrigin"]


class TagOrigin(enum.IntFlag):
    """Where a component has a tag from; a tag may have several origins."""

    CLASS = 1
    """From the LV2 class or the type."""
    CURATED = 2
    """From the list of well-known components that comes with the library."""
    AUTHOR = 4
    """From the bundle."""
    USER = 8
    """From the user."""


class Tag(NamedTuple):
    """A tag of a component. As text it is its name."""

    name: str
    """The name in the catalog's language."""
    identifier: str
    """The identifier, the same in every language: the English name of a standard tag in lower case with hyphens;
    the text of any other tag."""
    origins: TagOrigin
    """All of its origins."""

    def __str__(self) -> str:
        return self.name


class CountedTag(NamedTuple):
    """A tag, and how many components have it."""

    name: str
    """The name in the catalog's language."""
    origins: TagOrigin
    """Who has given it to a component."""
    components: int
    """How many components have it."""
