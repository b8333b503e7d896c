"""Explanations of matches."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Reason", "Why"]


class Reason(NamedTuple):
    """One part of a predicate."""

    matches: bool
    """Whether the component matches it."""
    level: int
    """How deep it is nested, from 0."""
    part: str
    """The part, as predicates write it."""
    value: str | None
    """The component's value there; None if it says nothing."""


class Why(NamedTuple):
    """Why a component matches a predicate or doesn't."""

    found: bool
    """Whether a search finds it: hidden components match without being found."""
    reasons: list[Reason]
    """A reason for each part, the whole predicate first."""


def reason(line: str) -> Reason:
    """The part that a line of the library is about."""
    answer, _, rest = line.partition(" ")
    part, tab, value = rest.partition("\t")
    name = part.lstrip(" ")
    return Reason(answer == "yes", (len(part) - len(name)) // 2, name, value if tab else None)
