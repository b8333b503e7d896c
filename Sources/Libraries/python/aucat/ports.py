"""Ports, parameters and presets of components."""

from __future__ import annotations

import enum
import math
from typing import Any, NamedTuple

from ._call import given, optional, text
from ._library import lib

__all__ = ["PatchParameter", "Point", "Port", "PortKind", "Preset"]


class PortKind(enum.IntEnum):
    """The kind of data that a port carries."""

    AUDIO = 0
    CV = 1
    CONTROL = 2
    ATOM = 3
    EVENT = 4
    OTHER = 5


class Point(NamedTuple):
    """A named value of a port."""

    label: str
    value: float


class Port:
    """A port of a component. It doesn't change, and any thread may read it."""

    __slots__ = ("_details", "_index")

    def __init__(self, details: Any, index: int) -> None:
        self._details = details
        self._index = index

    @property
    def index(self) -> int:
        """Its place among the component's ports, from 0."""
        return self._index

    @property
    def symbol(self) -> str:
        """Its symbol: a C identifier, unique within the component."""
        return text(lib.aucat_port_symbol(self._details, self._index))

    @property
    def name(self) -> str:
        """Its name for people, in the catalog's language if the bundle has it."""
        return text(lib.aucat_port_name(self._details, self._index))

    @property
    def kind(self) -> PortKind:
        """The kind of data that it carries."""
        return PortKind(lib.aucat_port_get_kind(self._details, self._index))

    @property
    def is_input(self) -> bool:
        """Whether it is an input; else it is an output."""
        return bool(lib.aucat_port_is_input(self._details, self._index))

    @property
    def default(self) -> float | None:
        """Its default, in the port's unit; None if the bundle gives none."""
        return _number(lib.aucat_port_default(self._details, self._index))

    @property
    def minimum(self) -> float | None:
        """Its minimum, in the port's unit; None if the bundle gives none."""
        return _number(lib.aucat_port_minimum(self._details, self._index))

    @property
    def maximum(self) -> float | None:
        """Its maximum, in the port's unit; None if the bundle gives none."""
        return _number(lib.aucat_port_maximum(self._details, self._index))

    @property
    def unit(self) -> str | None:
        """The unit's symbol, such as "dB", or its URI; None if there is none."""
        return optional(lib.aucat_port_unit(self._details, self._index))

    @property
    def designation(self) -> str | None:
        """The URI of its designation; None if there is none."""
        return optional(lib.aucat_port_designation(self._details, self._index))

    @property
    def group(self) -> str | None:
        """The URI of the group that it belongs to; None if there is none."""
        return optional(lib.aucat_port_group(self._details, self._index))

    @property
    def points(self) -> tuple[Point, ...]:
        """Its named values, in the order of the values."""
        return tuple(
            Point(
                text(lib.aucat_port_point_label(self._details, self._index, point)),
                lib.aucat_port_point_value(self._details, self._index, point),
            )
            for point in range(lib.aucat_port_point_count(self._details, self._index))
        )

    def has_property(self, name: str) -> bool:
        """Whether it has a property: "toggled", "integer", "enumeration", "logarithmic", "reportsLatency",
        "isSideChain", "notOnGUI" and others of LV2, or a URI."""
        return bool(lib.aucat_port_has_property(self._details, self._index, given(name)))

    def __repr__(self) -> str:
        way = "input" if self.is_input else "output"
        return f"<{self.kind.name.lower()} {way} {self.symbol}: {self.name!r}>"


class PatchParameter(NamedTuple):
    """A parameter of a component that is set by messages, not by a port."""

    uri: str
    """The URI that identifies it."""
    name: str
    """Its name for people, in the catalog's language if the bundle has it."""
    type: str | None
    """The URI of the type of its values; None if the bundle gives none."""
    default: float | None
    """Its default, in its unit; None if the bundle gives none."""
    minimum: float | None
    """Its minimum, in its unit; None if the bundle gives none."""
    maximum: float | None
    """Its maximum, in its unit; None if the bundle gives none."""
    unit: str | None
    """The unit's symbol, such as "dB", or its URI; None if there is none."""
    is_writable: bool
    """Whether the host may set it."""
    is_readable: bool
    """Whether the plugin reports it."""


def patch_parameter(details: Any, index: int) -> PatchParameter:
    """A parameter of the details of a component."""
    return PatchParameter(
        text(lib.aucat_patch_parameter_uri(details, index)),
        text(lib.aucat_patch_parameter_name(details, index)),
        optional(lib.aucat_patch_parameter_type(details, index)),
        _number(lib.aucat_patch_parameter_default(details, index)),
        _number(lib.aucat_patch_parameter_minimum(details, index)),
        _number(lib.aucat_patch_parameter_maximum(details, index)),
        optional(lib.aucat_patch_parameter_unit(details, index)),
        bool(lib.aucat_patch_parameter_is_writable(details, index)),
        bool(lib.aucat_patch_parameter_is_readable(details, index)),
    )


class Preset(NamedTuple):
    """A preset of a component, wherever it is declared."""

    uri: str
    name: str
    bank: str | None
    """The bank's name; None if there is none."""


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
