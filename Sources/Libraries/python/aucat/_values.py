"""Values for the `%@` of a predicate."""

from __future__ import annotations

from typing import Any, SupportsFloat, SupportsIndex, Union

from ._call import Number, given, number
from ._library import ffi, lib

Value = Union[str, Number, None]
"""A value for a `%@`."""


def values(given_values: tuple[Value, ...]) -> tuple[Any, list[Any]]:
    """An array of values for the library, and what must stay alive as long as it."""
    if not given_values:
        return ffi.NULL, []
    made = ffi.new("aucat_value[]", len(given_values))
    kept: list[Any] = []
    for slot, value in zip(made, given_values):
        if value is None:
            slot.kind = lib.AUCAT_VALUE_NULL
        elif isinstance(value, str):
            kept.append(ffi.new("char[]", given(value)))
            slot.kind, slot.text = lib.AUCAT_VALUE_TEXT, kept[-1]
        elif isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):  # NumPy's isn't a bool.
            slot.kind, slot.flag = lib.AUCAT_VALUE_FLAG, bool(value)
        elif isinstance(value, (SupportsFloat, SupportsIndex)):
            slot.kind, slot.number = lib.AUCAT_VALUE_NUMBER, number(value, "the value of a %@")
        else:
            raise TypeError(f"a %@ takes a text, a number, a bool or None, not {type(value).__name__}")
    return made, kept
