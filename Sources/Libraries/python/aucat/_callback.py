"""Functions of the caller that the library calls while it works."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from ._library import ffi


class _Raised(threading.local):
    """An exception of the caller's function on this thread, raised during a call of the library that is still running."""

    error: BaseException | None = None


_raised = _Raised()


def note(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
    """Keeps an exception of the caller's function."""
    keep(error)


def keep(error: BaseException | None) -> None:
    """Keeps an exception for the call of the library that is running."""
    _raised.error = error


def callback(type: str, function: Callable[..., bool | None]) -> Any:
    """A function for the library to call again and again, which stops the library by returning False or by raising.

    Signals are handled whenever it is called, so a person's Control-C stops what runs. The library must call it on the
    thread that called the library; `_call.call` raises there what it raised.
    """
    return ffi.callback(type, lambda *arguments: function(*arguments) is not False, error=False, onerror=note)


def taken() -> BaseException | None:
    """The exception raised on this thread since the last call of this."""
    error, _raised.error = _raised.error, None
    return error
