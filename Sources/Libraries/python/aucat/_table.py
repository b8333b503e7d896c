"""Tables of components for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .component import Component

ROWS = 50


def table(components: Sequence[Component]) -> str:
    """The first components as HTML, in which text from bundles is escaped."""
    heads = "".join(f"<th>{head}</th>" for head in ("Name", "Channels", "Type", "Manufacturer", "Tags"))
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in _cells(component)) + "</tr>"
        for component in components[:ROWS]
    )
    rest = len(components) - ROWS
    note = f"<p>and {rest} more</p>" if rest > 0 else ""
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{note}"


def _cells(component: Component) -> tuple[str, ...]:
    return (
        component.name,
        f"{component.audio_inputs}→{component.audio_outputs}",
        component.localized_type,
        component.manufacturer or "",
        ", ".join(tag.name for tag in component.tags),
    )
