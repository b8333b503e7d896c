"""The library's errors as exceptions."""

from __future__ import annotations

import enum
import os
import re
from typing import Any

from ._caret import pointed
from ._library import ffi, lib

__all__ = [
    "AmbiguousError",
    "ChainTextError",
    "ClosedError",
    "DeviceError",
    "Error",
    "ErrorCode",
    "HelperError",
    "InUseError",
    "Interrupted",
    "InvalidArgumentError",
    "LabelError",
    "NotFoundError",
    "PluginError",
    "PredicateError",
    "RenderError",
    "StoreError",
    "SystemFailure",
    "UndoError",
    "UserDataError",
]


class ErrorCode(enum.IntEnum):
    """The cause of an error. Values are stable; unknown ones become `SYSTEM`."""

    ARGUMENT = 1
    PREDICATE = 2
    LABEL = 3
    IN_USE = 4
    UNDO = 5
    USER_DATA = 6
    NOT_FOUND = 7
    STORE_DAMAGED = 20
    STORE_NEWER = 21
    STORE_FOREIGN = 22
    STORE_UNREADABLE = 23
    STORE_UNWRITABLE = 24
    STORE_BUSY = 25
    STORE_PLACE = 26
    DISK = 27
    DISK_FULL = 28
    HELPER = 40
    SYSTEM = 41
    INTERRUPTED = 42
    BUNDLE = 60
    UNSUPPORTED = 61
    BINARY = 62
    INSTANTIATION = 63
    CHANNELS = 64
    PARAMETER = 65
    STATE = 66
    BLOCK_LENGTH = 67
    NOT_FINITE = 68
    INPUT = 69
    PLUGIN = 70
    AUDIO_FILE = 71
    CHAIN_TEXT = 72
    DEVICE = 80


class Error(Exception):
    """The base of all exceptions that functions of this package raise if the library fails."""

    code: ErrorCode
    """The cause."""
    message: str
    """What happened, where, and the remedy, in one line of English."""
    path: str | None
    """The store or file that the error concerns."""
    component: str | None
    """The URI of the component that is to blame."""

    def __init__(
        self, message: str, code: ErrorCode = ErrorCode.SYSTEM, path: str | None = None, component: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.path = path
        self.component = component

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self)._restored, (self.args, self.__dict__))

    @classmethod
    def _restored(cls, arguments: tuple[Any, ...], attributes: dict[str, Any]) -> Error:
        """An error from another process."""
        error = cls.__new__(cls, *arguments)
        error.args = arguments
        error.__dict__.update(attributes)
        return error


class InvalidArgumentError(Error, ValueError):
    """A required argument is missing, not UTF-8, or out of range."""


class PredicateError(Error, ValueError):
    """The text is not a predicate, names something unknown, or takes too long. As text, a caret shows the place."""

    predicate: str
    """The text."""
    offset: int | None
    """Where the text is wrong, in characters from its beginning; None if the text is not at fault."""
    suggestion: str | None
    """The probable meaning; None if nothing is similar."""

    def __init__(
        self,
        message: str,
        code: ErrorCode = ErrorCode.PREDICATE,
        path: str | None = None,
        component: str | None = None,
        *,
        predicate: str = "",
        offset: int | None = None,
        suggestion: str | None = None,
    ) -> None:
        super().__init__(message, code, path, component)
        self.predicate = predicate
        self.offset = offset
        self.suggestion = suggestion

    def __str__(self) -> str:
        if self.offset is None:
            return self.message
        return f"{self.message}\n{pointed(self.predicate, self.offset)}"


class LabelError(Error, ValueError):
    """No tag, collection or saved search can have this name."""


class InUseError(Error):
    """Saved searches use the thing to be deleted or renamed."""


class UndoError(Error):
    """The change can't be undone, because something that it touched has changed since."""


class UserDataError(Error, ValueError):
    """The text is not an export of user data."""


class NotFoundError(Error, LookupError):
    """The chain has no such stage, the component has no such preset, or the component is not, or no longer,
    installed."""


class AmbiguousError(NotFoundError):
    """A text may mean several components, or none has all its words; the message names some of `candidates`."""

    candidates: tuple[str, ...]
    """The URIs of those that it may mean, the best match first."""

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message, ErrorCode.NOT_FOUND)
        self.candidates = candidates


class StoreError(Error):
    """A store can't be read or written; `code` and `path` say why and which."""


class HelperError(Error):
    """A helper program of the library is missing, or has another version."""


class SystemFailure(Error):
    """The operating system refused to provide a process, a thread or memory."""


class Interrupted(Error):
    """A function that was called for progress stopped the operation by returning False."""


class RenderError(Error):
    """A chain can't be rendered; `code` says why, and `component` names the plugin that is to blame."""


class PluginError(RenderError):
    """A plugin crashed, hung, terminated its process, or wrote outside its memory; `component` names it."""


class ChainTextError(Error, ValueError):
    """The text is not a chain."""


class DeviceError(Error):
    """The sound server is not there, or can't be used."""


class ClosedError(ValueError):
    """The catalog, a follower of its changes, or a coordinator is closed."""


_CLASSES: dict[ErrorCode, type[Error]] = {
    ErrorCode.ARGUMENT: InvalidArgumentError,
    ErrorCode.LABEL: LabelError,
    ErrorCode.IN_USE: InUseError,
    ErrorCode.UNDO: UndoError,
    ErrorCode.USER_DATA: UserDataError,
    ErrorCode.NOT_FOUND: NotFoundError,
    ErrorCode.HELPER: HelperError,
    ErrorCode.SYSTEM: SystemFailure,
    ErrorCode.INTERRUPTED: Interrupted,
    ErrorCode.PLUGIN: PluginError,
    ErrorCode.CHAIN_TEXT: ChainTextError,
    ErrorCode.DEVICE: DeviceError,
}


def _class(code: ErrorCode) -> type[Error]:
    """The exception class for a cause."""
    if ErrorCode.STORE_DAMAGED <= code <= ErrorCode.DISK_FULL:
        return StoreError
    return _CLASSES.get(code, RenderError)


def _text(value: Any) -> str | None:
    return ffi.string(value).decode("utf-8") if value else None


# The Python names of the C functions that messages name.
_NAMES = {
    "aucat_config_set_catalog": "Catalog(catalog=…)",
    "aucat_config_set_user_store": "Catalog(user_store=…)",
    "aucat_config_set_worker": "Catalog(worker=…)",
    "aucat_config_set_renderer": "Catalog(renderer=…)",
    "aucat_follow": "Catalog.changes",
    "aucat_coordinator_stop": "Coordinator.stop",
}


def _in_python(message: str) -> str:
    """A message of the library, for a host in Python."""
    return re.sub(r"\baucat_\w+", lambda found: _NAMES.get(found[0], found[0]), message)


def taken(error: Any, predicate: str | None) -> Error:
    """The exception for an error of the library, which is released.

    predicate: the predicate that was passed to the failed function.
    """
    return made(ffi.gc(error, lib.aucat_error_free), predicate)


def made(error: Any, predicate: str | None) -> Error:
    """The exception for an error of the library."""
    number = lib.aucat_error_get_code(error)
    try:
        code = ErrorCode(number)
    except ValueError:
        code = ErrorCode.SYSTEM
    message = _in_python(_text(lib.aucat_error_message(error)) or "")
    path = lib.aucat_error_path(error)
    where = os.fsdecode(ffi.string(path)) if path else None
    component = _text(lib.aucat_error_component(error))
    if code is not ErrorCode.PREDICATE:
        return _class(code)(message, code, where, component)
    text = predicate or ""
    offset = lib.aucat_error_offset(error)
    content = text.encode("utf-8")
    return PredicateError(
        message,
        code,
        where,
        component,
        predicate=text,
        offset=len(content[:offset].decode("utf-8", "ignore")) if offset <= len(content) else None,
        suggestion=_text(lib.aucat_error_suggestion(error)),
    )
