"""Calls functions of the library, and passes texts to and from it."""

from __future__ import annotations

import operator
import os
from collections.abc import Sequence
from typing import Any, SupportsFloat, SupportsIndex, Union

from . import _callback
from ._library import ffi, lib
from .errors import taken

Path = Union[str, "os.PathLike[str]"]
"""A path of a file or directory."""

Number = Union[SupportsFloat, SupportsIndex]
"""A Python or NumPy number."""

_MOST = int(ffi.cast("size_t", -1))


def call(function: Any, *arguments: Any, predicate: str | None = None) -> Any:
    """Calls a function that can fail, without its last parameter, and returns its result. Raises its failure, or what a
    function of the caller raised while it ran; such a function may itself use this, after another one has raised.

    predicate: the predicate among the arguments, for the error's caret.
    """
    error = ffi.new("aucat_error **")
    before = _callback.taken()
    result = function(*arguments, error)
    failure = taken(error[0], predicate) if error[0] else None
    raised = _callback.taken()
    _callback.keep(before)
    if raised is not None:
        raise raised
    if failure is not None:
        raise failure
    return result


def given(text: str) -> bytes:
    """A text for the library."""
    if not isinstance(text, str):
        raise TypeError(f"a text is needed, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError("text can't contain null characters")
    return text.encode("utf-8")


def given_path(path: Path, name: str, none: str = "") -> bytes:
    """A path for the library.

    name: what the caller calls it. none: what the caller passes instead to mean no path.
    """
    content = os.fsencode(path)
    if not content:
        raise ValueError(f"{name} is an empty path" + (f"; give {none} for none" if none else ""))
    if b"\0" in content:
        raise ValueError(f"{name} can't contain null characters")
    return content


def number(value: Number, name: str) -> float:
    """A number for the library, whose range it may exceed.

    name: what the caller calls it.
    """
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} is a number, not a text")
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large for a floating-point number") from None


def text(value: Any) -> str:
    """A text of the library that is never absent."""
    content: bytes = ffi.string(value)
    return content.decode("utf-8")


def optional(value: Any) -> str | None:
    """A text of the library; None if it is absent."""
    return text(value) if value else None


def owned(value: Any) -> str | None:
    """A text that belongs to the caller, and is released here; None if it is absent."""
    if not value:
        return None
    try:
        return text(value)
    finally:
        lib.aucat_free(value)


def strings(value: Any) -> list[str]:
    """The texts of a list, which is released."""
    owner = ffi.gc(value, lib.aucat_strings_free)
    return [text(lib.aucat_strings_at(owner, index)) for index in range(lib.aucat_strings_count(owner))]


def array(texts: Sequence[bytes]) -> tuple[Any, list[Any]]:
    """An array of texts for the library, and what must stay alive as long as it."""
    kept = [ffi.new("char[]", each) for each in texts]
    return ffi.new("const char *[]", kept), kept


def limited(limit: SupportsIndex | None) -> int:
    """The number of results that the library is to return."""
    if limit is None:
        return _MOST
    most = operator.index(limit)
    if not 0 <= most < _MOST:
        raise ValueError(f"the limit is {most}; it can't be {'negative' if most < 0 else 'so large; give None for all'}")
    return most
