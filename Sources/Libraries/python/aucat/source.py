"""Sound that is pulled."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from . import _callback, _reading
from ._call import Number, Path, call, given, given_path, number
from ._library import ffi, lib
from .render import Progress, Render, checked, checked_portion

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .chain import Chain
    from .midi import Midi
    from .tracks import Coordinator

__all__ = ["Source"]

_MOST = int(ffi.cast("size_t", -1))


def _seconds(seconds: Number | None, name: str) -> float:
    """A time for the library; negative if there is no end."""
    if seconds is None:
        return -1.0
    value = number(seconds, name)
    if not value >= 0:
        raise ValueError(f"{name} are {seconds}; give 0 or more, or None for no end")
    return value


def _count(value: int, name: str) -> int:
    if not 0 <= value < 1 << 31:
        raise ValueError(f"{name} is {value}, which is out of range")
    return value


class Source:
    """Sound that is pulled: asked for its next frames until it ends. One thread at a time may use it, and what it is made
    of; don't read the sources that it is made of any more.

    Rates are in hertz, times in seconds (None means endless), levels in dBFS.
    """

    def __init__(self, handle: Any, *, _kept: Any = None) -> None:
        self._handle = ffi.gc(handle, lib.aucat_source_free)
        self._kept = _kept
        # What its own function raised.
        self._errors: list[BaseException] = []
        self._reader = _reading.Reader()

    def _parts(self) -> list[Source]:
        """The sources that it is made of."""
        kept = self._kept if isinstance(self._kept, list) else [self._kept]
        return [part for part in kept if isinstance(part, Source)]

    def _raised(self) -> BaseException | None:
        """What a function of this source, or of one that it is made of, has raised."""
        found = self._errors + [error for part in self._parts() if (error := part._raised())]
        return found[0] if found else None

    def _play(self, coordinator: Coordinator | None) -> None:
        """Notes which coordinator reads it from now on, with all that it is made of; None for none."""
        self._reader.coordinator = None if coordinator is None else weakref.ref(coordinator)
        for part in self._parts():
            part._play(coordinator)

    @classmethod
    def file(cls, path: Path) -> Source:
        """The sound of a file."""
        return cls(call(lib.aucat_source_file, given_path(path, "path")))

    @classmethod
    def tone(
        cls,
        frequency: Number,
        wave: str = "sine",
        *,
        level: Number = -18,
        seconds: Number | None = None,
        rate: Number = 48_000,
        channels: int = 2,
    ) -> Source:
        """A tone, faded in and out within 5 ms.

        wave: sine, saw, square or triangle.
        """
        return cls(
            call(
                lib.aucat_source_tone,
                given(wave),
                number(frequency, "the frequency"),
                number(level, "the level"),
                _seconds(seconds, "seconds"),
                number(rate, "the rate"),
                _count(channels, "the number of channels"),
            )
        )

    @classmethod
    def noise(
        cls,
        color: str = "white",
        *,
        level: Number = -18,
        seed: int = 1,
        seconds: Number | None = None,
        rate: Number = 48_000,
        channels: int = 2,
    ) -> Source:
        """Noise that its seed determines, white or pink."""
        return cls(
            call(
                lib.aucat_source_noise,
                given(color),
                number(level, "the level"),
                _count(seed, "the seed"),
                _seconds(seconds, "seconds"),
                number(rate, "the rate"),
                _count(channels, "the number of channels"),
            )
        )

    @classmethod
    def silence(cls, seconds: Number | None, *, rate: Number = 48_000, channels: int = 2) -> Source:
        """Silence, whose length is rounded to the nearest frame."""
        return cls(
            call(
                lib.aucat_source_silence,
                _seconds(seconds, "seconds"),
                number(rate, "the rate"),
                _count(channels, "the number of channels"),
            )
        )

    @classmethod
    def samples(cls, sound: NDArray[Any], *, rate: Number = 48_000) -> Source:
        """Samples in memory, which are copied, of the shape (channels, frames), or (frames,) for one channel."""
        import numpy

        channels = [numpy.ascontiguousarray(channel, numpy.float32) for channel in numpy.atleast_2d(checked(sound))]
        pointers = ffi.new("float *[]", [ffi.cast("float *", channel.ctypes.data) for channel in channels])
        frames = channels[0].size
        return cls(call(lib.aucat_source_samples, pointers, frames, number(rate, "the rate"), len(channels)))

    @classmethod
    def made(
        cls, read: Callable[[int], NDArray[Any] | None], *, rate: Number = 48_000, channels: int = 2
    ) -> Source:
        """A source whose sound a function of yours provides.

        read: is called with a number of frames, and returns an array of the shape (channels, frames); fewer frames, or
            None, mean the end. What it raises is raised by whatever reads the source. It can't render, start, stop or
            close a coordinator that plays the source (RuntimeError).
        """
        reader = _reading.Reader()

        def fill(targets: Any, frames: int, _context: Any) -> int:
            import numpy

            with _reading.reading(reader):
                made = read(int(frames))
            if made is None:
                return 0
            samples = numpy.atleast_2d(checked_portion(made)).astype(numpy.float32)
            if samples.shape[0] != channels or samples.shape[1] > frames:
                raise ValueError(f"a source of {channels} channels was asked for {frames} frames, not {samples.shape}")
            for index, channel in enumerate(samples):
                ffi.memmove(targets[index], numpy.ascontiguousarray(channel).tobytes(), channel.size * 4)
            return int(samples.shape[1])

        errors: list[BaseException] = []

        def note(kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
            errors.append(error)
            _callback.note(kind, error, traceback)

        function = ffi.callback("aucat_source_fn", fill, error=_MOST, onerror=note)
        handle = call(
            lib.aucat_source_new,
            function,
            ffi.NULL,
            number(rate, "the rate"),
            _count(channels, "the number of channels"),
        )
        source = cls(handle, _kept=function)
        source._errors = errors
        source._reader = reader
        return source

    @classmethod
    def sequence(cls, parts: Iterable[Source]) -> Source:
        """Sources with the same rate and number of channels, played one after the other."""
        return cls._together(lib.aucat_source_sequence, parts)

    @classmethod
    def layers(cls, layers: Iterable[Source]) -> Source:
        """Sources with the same rate and number of channels, played together."""
        return cls._together(lib.aucat_source_layers, layers)

    @classmethod
    def _together(cls, function: Any, sources: Iterable[Source]) -> Source:
        kept = list(sources)
        handles = ffi.new("aucat_source *[]", [source._handle for source in kept])
        return cls(call(function, handles, len(kept)), _kept=kept)

    @classmethod
    def instrument(
        cls, chain: Chain, midi: Midi | None = None, *, rate: Number = 48_000, **options: Any
    ) -> Source:
        """A chain whose first component takes MIDI.

        midi: what it plays, to its last message and tail; None for an endless source that plays only what is sent.
            options, and plugins that fail: as for `through`.
        """
        render = chain._render(None, **Render.usual(options))
        return cls(render.instrument(ffi.NULL if midi is None else midi._handle, rate))

    def loop(self, times: int | None = None) -> Source:
        """This source, played `times` times without a gap, or endlessly if that is None."""
        if times is not None and times < 1:
            raise ValueError(f"a source can't be repeated {times} times; give 1 or more, or None for no end")
        return self._changed(lib.aucat_source_loop, times or 0)

    def fade(self, fade_in: Number = 0, fade_out: Number = 0) -> Source:
        """This source, faded in and out."""
        return self._changed(lib.aucat_source_fade, number(fade_in, "the fade"), number(fade_out, "the fade"))

    def gain(self, decibels: Number) -> Source:
        """This source, with its level changed by decibels."""
        return self._changed(lib.aucat_source_gain, number(decibels, "decibels"))

    def convert(self, *, rate: Number | None = None, channels: int | None = None) -> Source:
        """This source at another rate, or with other channels: one channel is heard on all, and several become one."""
        return self._changed(
            lib.aucat_source_convert,
            self.rate if rate is None else number(rate, "the rate"),
            self.channels if channels is None else _count(channels, "the number of channels"),
        )

    def through(self, chain: Chain, **options: Any) -> Source:
        """A chain over this source.

        Each plugin runs in a process of its own, unless in_process says otherwise. A read raises PluginError once if one has
        crashed or hung; after that, its input is heard in place of its output. For the options, see `Chain.process`.
        """
        return Source(chain._render(None, **Render.usual(options)).over(self._handle), _kept=self)

    def _changed(self, function: Any, *arguments: Any) -> Source:
        return Source(call(function, self._handle, *arguments), _kept=self)

    @property
    def rate(self) -> float:
        """Its rate, in hertz."""
        return float(lib.aucat_source_rate(self._handle))

    @property
    def channels(self) -> int:
        """The number of channels."""
        return int(lib.aucat_source_channels(self._handle))

    @property
    def length(self) -> int | None:
        """Its length in frames; None if it has no end, or none that is known."""
        frames = ffi.new("size_t *")
        return int(frames[0]) if lib.aucat_source_length(self._handle, frames) else None

    def seek(self, frame: int) -> None:
        """Moves to a frame, if the source can seek."""
        call(lib.aucat_source_seek, self._handle, _count(frame, "the frame"))

    def read(self, frames: int) -> NDArray[numpy.float32]:
        """The next frames, of the shape (channels, frames): fewer at the end, and then none."""
        import numpy

        made = numpy.zeros((self.channels, _count(frames, "the number of frames")), dtype=numpy.float32)
        pointers = ffi.new("float *[]", [ffi.cast("float *", channel.ctypes.data) for channel in made])
        count = ffi.new("size_t *")
        call(lib.aucat_source_read, self._handle, pointers, frames, count)
        return made[:, : int(count[0])]

    def send(self, message: bytes) -> None:
        """Sends a MIDI message to an instrument, which plays it in its next block."""
        call(lib.aucat_source_send, self._handle, bytes(message), len(message))

    def finish(self) -> None:
        """Ends what is sent to an instrument: only the tail follows."""
        call(lib.aucat_source_finish, self._handle)

    def write(self, output: Path, chain: Chain | None = None, *, progress: Progress = None, **options: Any) -> None:
        """Writes the source to a file, through a chain if there is one. For the options, see `Chain.process`."""
        if chain is not None:
            return chain._render(progress, **Render.usual(options)).source(self._handle, output)
        function = _callback.callback(
            "aucat_render_fn", lambda frames, _context: progress(int(frames)) if progress else True
        )
        path = given_path(output, "output")
        call(lib.aucat_render_source, ffi.NULL, ffi.NULL, self._handle, path, ffi.NULL, function, ffi.NULL)
