"""Functions of the caller that the library calls while it works."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from ._call import call
from ._library import ffi
from .errors import Interrupted


class Callback:
    """A function that the library calls again and again, which stops it by returning False or by raising.

    Signals are seen whenever it is called, so a person's Control-C stops what runs.
    """

    def __init__(self, type: str, function: Callable[..., bool | None]) -> None:
        self._raised: BaseException | None = None
        self.pointer: Any = ffi.callback(
            type, lambda *arguments: function(*arguments) is not False, error=False, onerror=self._note
        )

    def _note(self, kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
        self._raised = error

    def call(self, function: Any, *arguments: Any) -> Any:
        """The result of a function that was given this; raises what was raised while it ran."""
        try:
            return call(function, *arguments)
        except Interrupted:
            if self._raised is None:
                raise
        finally:
            raised, self._raised = self._raised, None
            if raised is not None:
                raise raised
