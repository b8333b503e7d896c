"""Renders: sound in, sound out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Optional

from ._call import Path, call, given_path, number
from ._callback import callback
from ._library import ffi, lib

if TYPE_CHECKING:
    from .catalog import Catalog
    from .midi import Midi

Progress = Optional[Callable[[int], Optional[bool]]]
"""A function that receives the number of frames written; it stops the render by returning False or raising."""

class Render:
    """One render of a chain, with its options: see `Chain.process`."""

    def __init__(
        self,
        catalog: Catalog,
        chain: Any,
        progress: Progress,
        *,
        tail: float | None,
        block_length: int,
        threads: int,
        timeout: float,
        tempo: float | None,
        keep_latency: bool,
        allow_not_finite: bool,
        in_process: bool,
    ) -> None:
        seconds = None if tail is None else number(tail, "the tail")
        if seconds is not None and not 0 <= seconds < math.inf:
            raise ValueError(f"the tail is {tail} s; give 0 or more, or None to render until it is silent")
        limit = number(timeout, "the timeout")
        if not limit > 0:
            raise ValueError(f"the timeout is {timeout} s; give more than 0")
        beats = 0.0 if tempo is None else number(tempo, "the tempo")
        if tempo is not None and not 0 < beats < math.inf:
            raise ValueError(f"the tempo is {tempo} beats per minute; give more than 0, or None for none")
        if not 1 <= block_length <= 65_536:
            raise ValueError(f"the block length is {block_length}; blocks have 1 to 65,536 frames")
        if not 0 <= threads < 1 << 31:
            raise ValueError(f"{threads} threads are not possible; 0 is one per processor")
        self._catalog = catalog
        self._chain = chain
        self._callback = callback(
            "aucat_render_fn", lambda frames, _context: progress(int(frames)) if progress else True
        )
        self._options = ffi.new(
            "aucat_render_options *",
            {
                "size": ffi.sizeof("aucat_render_options"),
                "block_length": block_length,
                "threads": threads,
                "tail": -1 if seconds is None else seconds,
                "timeout": limit,
                "tempo": beats,
                "keeps_latency": keep_latency,
                "allows_not_finite": allow_not_finite,
                "is_in_process": in_process,
            },
        )

    @staticmethod
    def usual(options: dict[str, Any]) -> dict[str, Any]:
        """Options with the defaults of `Chain.process`."""
        defaults: dict[str, Any] = {
            "tail": None,
            "block_length": 512,
            "threads": 0,
            "timeout": 10,
            "tempo": None,
            "keep_latency": False,
            "allow_not_finite": False,
            "in_process": False,
        }
        unknown = options.keys() - defaults.keys()
        if unknown:
            raise TypeError(f"a render has no option {sorted(unknown)[0]}")
        return {**defaults, **options}

    def source(self, source: Any, output: Path) -> None:
        """Renders a source to a file."""
        self._call(lib.aucat_render_source, source, given_path(output, "output"))

    def midi(self, midi: Any, output: Path, rate: float) -> None:
        """Renders what an instrument plays to a file."""
        self._call(lib.aucat_render_midi, midi, number(rate, "the rate"), given_path(output, "output"))

    def file(self, input: Path, output: Path) -> None:
        """Renders a file."""
        self._call(lib.aucat_render_file, given_path(input, "input"), given_path(output, "output"))

    def array(self, sound: Any, rate: float) -> Any:
        """Renders an array to an array with the same kind of samples."""
        import numpy

        samples = checked(sound)
        channels = [
            numpy.ascontiguousarray(channel, dtype=numpy.float32)
            for channel in (samples if samples.ndim == 2 else [samples])
        ]
        made = self._memory(channels, samples.shape[-1], rate, samples.dtype.newbyteorder("="))
        return made[0] if samples.ndim == 1 and len(made) == 1 else made

    def frames(self, frames: int, rate: float) -> Any:
        """Renders a number of frames of a chain that generates its sound."""
        import numpy

        if not 0 <= frames < 1 << 63:
            raise ValueError(f"{frames} frames are not possible")
        return self._memory([], frames, rate, numpy.dtype(numpy.float32))

    def over(self, source: Any) -> Any:
        """The chain over a source, to be pulled."""
        return call(lib.aucat_source_chain, self._catalog._opened(), self._chain, source, self._options)

    def instrument(self, midi: Any, rate: Any) -> Any:
        """The chain as an instrument, to be pulled."""
        return call(
            lib.aucat_source_instrument,
            self._catalog._opened(),
            self._chain,
            midi,
            number(rate, "the rate"),
            self._options,
        )

    def track(self, coordinator: Any, name: bytes, priority: int) -> Any:
        """Adds a track whose sounds go through the chain."""
        return call(
            lib.aucat_track_new, coordinator, name, priority, self._catalog._opened(), self._chain, self._options
        )

    def player(self, channels: int, rate: float) -> Any:
        """Loads the chain, to be rendered in portions."""
        made = call(
            lib.aucat_player_new,
            self._catalog._opened(),
            self._chain,
            channels,
            number(rate, "the rate"),
            self._options,
        )
        return ffi.gc(made, lib.aucat_player_free)

    def _memory(self, channels: list[Any], frames: int, rate: float, dtype: Any) -> Any:
        import numpy

        # The arrays themselves, which live until the call has returned.
        pointers = ffi.new("float *[]", [ffi.cast("float *", channel.ctypes.data) for channel in channels])
        audio = self._call(lib.aucat_render, pointers, len(channels), frames, number(rate, "the rate"))
        audio = ffi.gc(audio, lib.aucat_audio_free)
        count = int(lib.aucat_audio_frames(audio))
        made = numpy.empty((int(lib.aucat_audio_channels(audio)), count), dtype=dtype)
        for index, channel in enumerate(made):
            if count:
                memory = ffi.buffer(lib.aucat_audio_channel(audio, index), count * 4)
                channel[:] = numpy.frombuffer(memory, dtype=numpy.float32)
        return made

    def _call(self, function: Any, *arguments: Any) -> Any:
        return call(
            function, self._catalog._opened(), self._chain, *arguments, self._options, self._callback, ffi.NULL
        )


def portion(player: Any, sound: Any, midi: Midi | None) -> Any:
    """Renders a portion of sound with a chain that stays loaded."""
    import numpy

    samples = checked(sound)
    frames = samples.shape[-1]
    channels = [
        numpy.ascontiguousarray(channel, dtype=numpy.float32) for channel in (samples if samples.ndim == 2 else [samples])
    ]
    made = numpy.zeros((int(lib.aucat_player_channels(player)), frames), dtype=numpy.float32)
    call(
        lib.aucat_player_process,
        player,
        ffi.new("float *[]", [ffi.cast("float *", channel.ctypes.data) for channel in channels]),
        ffi.new("float *[]", [ffi.cast("float *", channel.ctypes.data) for channel in made]),
        frames,
        ffi.NULL if midi is None else midi._handle,
    )
    made = made.astype(samples.dtype.newbyteorder("="), copy=False)
    return made[0] if samples.ndim == 1 and len(made) == 1 else made


def checked(sound: Any) -> Any:
    """Returns sound as an array, if it is valid.

    Raises ValueError for other shapes, and TypeError for other kinds of samples.
    """
    samples = checked_portion(sound)
    if samples.ndim == 2 and has_channels_last(samples.shape):
        raise ValueError(f"sound of the shape {samples.shape} has its channels last; pass its transpose, `sound.T`")
    return samples


def checked_portion(sound: Any) -> Any:
    """A part of a sound, which may have fewer frames than channels; otherwise as `checked`."""
    import numpy

    samples = numpy.asarray(sound)
    if samples.dtype.kind != "f" or samples.dtype.itemsize not in (4, 8):
        raise TypeError(f"samples are float32 or float64, not {samples.dtype}; convert them, full scale being 1.0")
    if samples.ndim not in (1, 2):
        raise ValueError(f"sound has the shape (frames,) or (channels, frames), not {samples.shape}")
    if samples.ndim == 2 and samples.shape[0] == 0:
        raise ValueError("sound without channels can't be processed; Chain.generate makes sound from nothing")
    return samples


def has_channels_last(shape: tuple[int, ...]) -> bool:
    """Whether an array of a shape probably has frames where channels should be.

    More channels than frames are a mistake, except for one frame, of up to 64 channels.
    """
    channels, frames = shape
    return channels > 64 if frames == 1 else channels > frames > 0
