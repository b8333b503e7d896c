"""Render chains."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeVar, Union, overload

from ._call import Number, Path, call, given, number, owned
from ._library import ffi, lib
from .catalog import Catalog
from .component import Component
from .errors import ErrorCode, NotFoundError
from .render import Progress, Render, portion

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .midi import Midi

    Sample = TypeVar("Sample", numpy.float32, numpy.float64)

__all__ = ["Chain", "Stage"]

# The value of a parameter: a number in its own unit, or a text as for `aucat render --set`.
_Setting = Union[Number, str]
_Member = Union[Component, str, "tuple[Component | str, Mapping[str, _Setting]]"]


class Stage:
    """A component of a chain, with its settings. Any thread may use it."""

    __slots__ = ("_chain",)

    def __init__(self, chain: Chain) -> None:
        self._chain = chain

    @property
    def uri(self) -> str:
        """The component's URI."""
        return str(self._settings()["component"])

    @property
    def parameters(self) -> dict[str, float]:
        """The values that are set, by symbol or name as they were given. Others have the preset's value or the
        default."""
        return {name: float(value) for name, value in self._settings().get("parameters", {}).items()}

    def set(self, parameter: str, value: _Setting) -> None:
        """Sets a parameter, by symbol or name.

        value: a number in the parameter's own unit: whether the parameter exists and takes it is checked when the chain
            is rendered. Or a text, as for `aucat render --set`: the label of one of its scale points, yes or no, or a
            number with its unit, such as "-6 dB"; RenderError if it is no value of the parameter.
        """
        if not parameter:
            raise ValueError("the parameter is empty; give its symbol or name")
        if not isinstance(value, str):
            self._call(lib.aucat_chain_set, given(parameter), number(value, "the value"))
            return
        catalog = self._chain.catalog._opened()
        with self._chain._lock:
            call(
                lib.aucat_chain_set_text,
                self._chain._handle,
                catalog,
                self._index(),
                given(parameter),
                given(value),
            )

    def __setitem__(self, parameter: str, value: _Setting) -> None:
        self.set(parameter, value)

    def __getitem__(self, parameter: str) -> float:
        return self.parameters[parameter]

    @property
    def preset(self) -> str | None:
        """The URI of the preset that it starts with; None for none. It is set by URI or name; values that are set
        override it."""
        return self._settings().get("preset")

    @preset.setter
    def preset(self, preset: str | None) -> None:
        catalog = self._chain.catalog._opened()
        name = ffi.NULL if preset is None else given(preset)
        with self._chain._lock:
            call(lib.aucat_chain_set_preset, self._chain._handle, catalog, self._index(), name)

    @property
    def is_bypassed(self) -> bool:
        """Whether sound bypasses it."""
        return bool(self._settings().get("bypass", False))

    @is_bypassed.setter
    def is_bypassed(self, is_bypassed: bool) -> None:
        self._call(lib.aucat_chain_set_bypassed, is_bypassed)

    @property
    def is_side_chained(self) -> bool:
        """Whether side chains get the chain's input; they get silence otherwise."""
        return self._settings().get("sideChain") == "input"

    @is_side_chained.setter
    def is_side_chained(self, is_side_chained: bool) -> None:
        self._call(lib.aucat_chain_set_side_chained, is_side_chained)

    def _index(self) -> int:
        for index, stage in enumerate(self._chain._stages):
            if stage is self:
                return index
        raise NotFoundError("the stage has been removed from its chain", ErrorCode.NOT_FOUND)

    def _settings(self) -> dict[str, Any]:
        import json

        with self._chain._lock:
            stage: dict[str, Any] = json.loads(self._chain._text())["stages"][self._index()]
            return stage

    def _call(self, function: Any, *arguments: Any) -> None:
        with self._chain._lock:
            call(function, self._chain._handle, self._index(), *arguments)

    def __repr__(self) -> str:
        return f"<Stage {self.uri}>"


class Chain:
    """Components in series with their settings: plain data, with nothing loaded before it renders.

    members: components, or texts that choose them (`Catalog.choose`), each by itself or with the values of parameters:
        `("Calf Vintage Delay", {"medium": "Tape", "amount": 0.5})`.
    catalog: where the components are; without it, that of the first component, else the default catalog.

    Any thread may use it, several at the same time: a render works on the chain as it was when it began.
    """

    def __init__(self, members: Iterable[_Member] = (), *, catalog: Catalog | None = None) -> None:
        self._handle: Any = ffi.gc(lib.aucat_chain_new(), lib.aucat_chain_free)
        self._lock = threading.Lock()
        self._stages: list[Stage] = []
        self._catalog = catalog
        # What stays loaded, and for which settings.
        self._player: tuple[Any, Any] | None = None
        for member in members:
            if isinstance(member, tuple):
                self.append(*member)
            else:
                self.append(member)

    @property
    def catalog(self) -> Catalog:
        """Where the components are."""
        if self._catalog is None:
            from ._default import default_catalog

            self._catalog = default_catalog()
        return self._catalog

    def append(self, component: Component | str, parameters: Mapping[str, _Setting] | None = None) -> Stage:
        """Adds a component, or the one that a text chooses, to the end, at its defaults except for the given
        parameters: see `Catalog.choose` and `Stage.set`."""
        if isinstance(component, str):
            component = self.catalog.installed(component)
        elif not isinstance(component, Component):
            raise TypeError(f"a chain has components, or texts that choose them, not {type(component).__name__}")
        if self._catalog is None:
            self._catalog = component._catalog
        stage = Stage(self)
        with self._lock:
            call(lib.aucat_chain_append, self._handle, component._pointer)
            self._stages.append(stage)
        for parameter, value in (parameters or {}).items():
            stage.set(parameter, value)
        return stage

    def __len__(self) -> int:
        return len(self._stages)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Stage: ...

    @overload
    def __getitem__(self, index: slice) -> list[Stage]: ...

    def __getitem__(self, index: SupportsIndex | slice) -> Stage | list[Stage]:
        return self._stages[index]

    def __iter__(self) -> Iterator[Stage]:
        return iter(list(self._stages))

    def __delitem__(self, index: int) -> None:
        with self._lock:
            position = range(len(self._stages))[index]
            call(lib.aucat_chain_remove, self._handle, position)
            del self._stages[position]

    def copy(self) -> Chain:
        """An independent chain with the same stages and settings."""
        with self._lock:
            return self._made(lib.aucat_chain_copy(self._handle), self._catalog)

    def __copy__(self) -> Chain:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Chain:
        return self.copy()

    @classmethod
    def from_json(cls, text: str, *, catalog: Catalog | None = None) -> Chain:
        """Reads a chain that `to_json`, or `aucat render --save-chain`, has written, with the bundles of the
        catalog."""
        if catalog is None:
            from ._default import default_catalog

            catalog = default_catalog()
        return cls._made(call(lib.aucat_chain_read, catalog._opened(), given(text)), catalog)

    @classmethod
    def _made(cls, handle: Any, catalog: Catalog | None) -> Chain:
        chain = cls(catalog=catalog)
        chain._handle = ffi.gc(handle, lib.aucat_chain_free)
        chain._stages = [Stage(chain) for _ in range(lib.aucat_chain_count(handle))]
        return chain

    def to_json(self) -> str:
        """The chain as JSON, which `from_json` and `aucat render --chain` read on any machine that has the
        components."""
        with self._lock:
            return self._text()

    def _text(self) -> str:
        return owned(call(lib.aucat_chain_text, self._handle)) or ""

    def process(
        self,
        sound: NDArray[Sample],
        rate: float,
        *,
        tail: float | None = None,
        block_length: int = 512,
        threads: int = 0,
        timeout: float = 10,
        tempo: float | None = None,
        keep_latency: bool = False,
        allow_not_finite: bool = False,
        in_process: bool = False,
        progress: Progress = None,
        reset: bool = True,
        midi: Midi | None = None,
    ) -> NDArray[Sample]:
        """Processes sound with the chain.

        sound: an array of float32 or float64 of the shape (frames,) or (channels, frames), full scale being 1.0. It
            need not be contiguous, and must not be changed meanwhile. The result has the same kind of samples, and is
            of the shape (channels, frames), or (frames,) if that is the shape of the sound and the chain has one output
            channel. Plugins compute in float32.
        rate: in hertz.
        tail: how long the result continues after the sound, in seconds: 0 makes it as long as the sound; None continues
            until it is silent.
        block_length: 1 to 65,536 frames.
        threads: how many work on the chain; 0 for one per processor. The result is the same.
        timeout: for one block or one step of a plugin's start, in seconds; has no effect with in_process.
        tempo: in beats per minute; None for none.
        keep_latency: leave the latency in the result, instead of compensating for it.
        allow_not_finite: let infinite and NaN samples through.
        in_process: run plugins in this process: faster to start, but one that crashes takes it down.
        progress: called with the frames written so far, at least every tenth of a second unless in_process; returning
            False stops the render with `Interrupted`, and raising stops it with what is raised.
        reset: False for the next portion of a sound: the plugins stay loaded, and keep their state. The result is as
            long as the portion, without compensation for latency; tail, threads, keep_latency and progress have no
            effect. Another rate, number of channels, option or setting starts afresh. One portion at a time.
        midi: for the portion, without reset; times from its start, and none after its end.

        Other Python threads run meanwhile. RenderError says what failed, PluginError which plugin crashed or hung.
        """
        render = self._render(
            progress,
            tail=tail,
            block_length=block_length,
            threads=threads,
            timeout=timeout,
            tempo=tempo,
            keep_latency=keep_latency,
            allow_not_finite=allow_not_finite,
            in_process=in_process,
        )
        made: NDArray[Sample]
        if reset:
            if midi is not None:
                raise ValueError("MIDI goes to a chain that stays loaded; pass reset=False")
            self._player = None
            made = render.array(sound, rate)
            return made
        channels = 1 if sound.ndim == 1 else int(sound.shape[0])
        key = (self.to_json(), channels, rate, block_length, timeout, tempo, allow_not_finite, in_process)
        loaded = self._player
        if loaded is None or loaded[0] != key:
            loaded = (key, render.player(channels, rate))
        # Only after a success: what has failed is loaded again.
        self._player = None
        made = portion(loaded[1], sound, midi)
        self._player = loaded
        return made

    def generate(
        self,
        frames: int,
        rate: float,
        *,
        tail: float | None = 0,
        block_length: int = 512,
        threads: int = 0,
        timeout: float = 10,
        tempo: float | None = None,
        keep_latency: bool = False,
        allow_not_finite: bool = False,
        in_process: bool = False,
        progress: Progress = None,
    ) -> NDArray[numpy.float32]:
        """Returns what a chain whose first component has no audio inputs generates, in the shape (channels, frames).
        For the parameters, see `process`."""
        render = self._render(
            progress,
            tail=tail,
            block_length=block_length,
            threads=threads,
            timeout=timeout,
            tempo=tempo,
            keep_latency=keep_latency,
            allow_not_finite=allow_not_finite,
            in_process=in_process,
        )
        made: NDArray[numpy.float32] = render.frames(frames, rate)
        return made

    def render_file(
        self,
        input: Path,
        output: Path,
        *,
        tail: float | None = None,
        block_length: int = 512,
        threads: int = 0,
        timeout: float = 10,
        tempo: float | None = None,
        keep_latency: bool = False,
        allow_not_finite: bool = False,
        in_process: bool = False,
        progress: Progress = None,
    ) -> None:
        """Renders a file. The output gets its name only when it is complete and on disk: a failed render keeps the old
        file.

        input: a WAV file, or any file that libsndfile reads, if it is installed.
        output: its extension determines the file format.

        For the other parameters, and errors, see `process`. The result is that of `aucat render`.
        """
        render = self._render(
            progress,
            tail=tail,
            block_length=block_length,
            threads=threads,
            timeout=timeout,
            tempo=tempo,
            keep_latency=keep_latency,
            allow_not_finite=allow_not_finite,
            in_process=in_process,
        )
        render.file(input, output)

    def render_midi(
        self, midi: Midi, output: Path, rate: float = 48_000, *, progress: Progress = None, **options: Any
    ) -> None:
        """Renders what the chain, whose first component is an instrument, plays, to the last message and its tail. For
        the options, see `process`."""
        self._render(progress, **Render.usual(options)).midi(midi._handle, output, rate)

    def _render(self, progress: Progress, **options: Any) -> Render:
        with self._lock:
            handle = ffi.gc(lib.aucat_chain_copy(self._handle), lib.aucat_chain_free)
        return Render(self.catalog, handle, progress, **options)

    def __repr__(self) -> str:
        return f"<Chain of {len(self)}: {', '.join(stage.uri for stage in self)}>" if self._stages else "<Chain of 0>"
