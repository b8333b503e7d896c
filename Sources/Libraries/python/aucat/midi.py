"""MIDI."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._call import Number, Path, call, given, given_path, number
from ._library import ffi, lib

__all__ = ["Midi"]


class Midi:
    """MIDI messages with their times. One thread at a time may use it."""

    def __init__(self, *, _handle: Any = None) -> None:
        self._handle: Any = ffi.gc(lib.aucat_midi_new() if _handle is None else _handle, lib.aucat_midi_free)

    @classmethod
    def file(cls, path: Path) -> Midi:
        """The messages of a Standard MIDI File of format 0 or 1."""
        return cls(_handle=call(lib.aucat_midi_file, given_path(path, "path")))

    @classmethod
    def phrase(cls, notes: str, tempo: Number = 120) -> Midi:
        """Notes such as "C4 E4 C4+E4+G4 -", one beat each, at `tempo` beats per minute."""
        return cls(_handle=call(lib.aucat_midi_phrase, given(notes), number(tempo, "the tempo")))

    @classmethod
    def of(cls, messages: Iterable[tuple[Number, bytes]]) -> Midi:
        """Messages with their times in seconds."""
        made = cls()
        for seconds, message in messages:
            made.add(seconds, message)
        return made

    def add(self, seconds: Number, message: bytes) -> None:
        """Adds a message, whose first byte is its status."""
        call(lib.aucat_midi_add, self._handle, number(seconds, "the time"), bytes(message), len(message))
