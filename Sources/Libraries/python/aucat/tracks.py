"""Tracks of sounds with priorities."""

from __future__ import annotations

import enum
import threading
import weakref
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _callback, _reading
from ._call import Number, array, call, given, number, optional
from ._library import ffi, lib
from .errors import ClosedError, Error, made, taken
from .render import Render
from .source import Source

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from .chain import Chain

__all__ = ["Coordinator", "Event", "EventKind", "Policy", "Track"]


class Policy(NamedTuple):
    """How a live track, one with a sound that is due, affects one of lower priority: pauses it, ducks it, or mixes with it. The
    other values apply to ducking only."""

    kind: Literal["pause", "duck", "mix"]
    depth: float = -12
    """The change in level while ducked, in dB: -60 to 0."""
    attack: float = 0.05
    """The duration of the ramp down, in seconds: 0.005 to 60."""
    release: float = 0.5
    """The duration of the ramp up, in seconds: 0.005 to 60."""
    hold: float = 1
    """How long it stays ducked afterwards, in seconds: 0 to 3600."""
    look_ahead: float | None = None
    """How long before a scheduled sound the ramp down begins, in seconds: 0 to 60; None for the attack."""


_POLICIES = {"pause": lib.AUCAT_POLICY_PAUSE, "duck": lib.AUCAT_POLICY_DUCK, "mix": lib.AUCAT_POLICY_MIX}


class EventKind(enum.IntEnum):
    """What has happened."""

    BEGAN = 1
    """A sound begins."""
    FINISHED = 2
    """A sound was played to its end, with the tail of its track's chain."""
    CANCELLED = 3
    """A sound was cancelled before or while it played."""
    FAILED = 4
    """A sound could not be read any further, for the reason `error`. The next one follows."""
    SUSPENDED = 5
    """The host has suspended a live track, before `position`."""
    RESUMED = 6
    """The host has resumed a live track, at `position`."""
    PAUSED = 7
    """The track `upper` pauses a track, before `position`."""
    CONTINUED = 8
    """No other track pauses it any more: it continues at `position`."""
    DUCKED = 9
    """A ramp to `decibels` begins, and takes `seconds`."""
    PLUGIN = 10
    """A plugin of a track's chain has failed, for the reason `error`. Its input is heard in its place."""
    LATE = 11
    """Blocks of the device were late."""
    LOST = 12
    """The sound server is gone. A clock takes its place, so sounds still end."""
    BACK = 13
    """The sound server is back."""
    MESSAGE = 14
    """A message of the server's library, or the reason why a server that is back can't be used."""
    RATE = 15
    """The device now plays at another rate, to which the mix is converted."""

    @property
    def is_end(self) -> bool:
        """Whether a sound has ended. Each sound has exactly one such event."""
        return self in (EventKind.FINISHED, EventKind.CANCELLED, EventKind.FAILED)


class Event(NamedTuple):
    """Something that has happened."""

    kind: EventKind
    frame: int
    """The coordinator's frame at which it was decided."""
    track: int
    """The track's number; 0 for events of the device."""
    track_name: str | None
    sound: int
    """The sound's number, which `enqueue` has returned; 0 if the event is not about a sound."""
    name: str | None
    """The sound's name."""
    position: int
    """Where the sound at the cursor continues, in frames from its beginning."""
    upper: int
    """The number of the track that pauses this one."""
    decibels: float
    seconds: float
    message: str | None
    """The text of an event of the device."""
    error: Error | None
    """Why a sound or a plugin has failed; its cause is what a function of yours raised."""


class Track:
    """A serial queue of sounds. Several threads may use it at the same time."""

    def __init__(self, coordinator: Coordinator, handle: Any) -> None:
        self._coordinator = coordinator
        self._handle = ffi.gc(handle, lib.aucat_track_free)

    @property
    def number(self) -> int:
        """Its number among all tracks of the coordinator, by which events name it."""
        return int(lib.aucat_track_number(self._handle))

    def enqueue(self, source: Source, name: str = "", *, at: int | None = None) -> int:
        """Appends a sound to the queue, and returns its number. Don't read the source any more.

        name: for display. at: the coordinator's frame at which it begins, provided that the sounds before it have ended; None for
            as soon as possible.
        """
        if at is not None and not 0 <= at < 1 << 63:
            raise ValueError(f"the frame is {at}, which is out of range")
        sound = ffi.new("uint64_t *")
        self._coordinator._opened()
        with self._coordinator._lock:
            frame = -1 if at is None else at
            # A device's threads may read it before this returns.
            source._play(self._coordinator)
            try:
                call(lib.aucat_track_enqueue, self._handle, source._handle, given(name), frame, sound)
            except BaseException:
                source._play(None)
                raise
            # What it calls must live until it has ended.
            self._coordinator._sources[int(sound[0])] = source
        return int(sound[0])

    def cancel(self, sound: int) -> bool:
        """Cancels a sound. If it is playing, it fades out within 5 ms. False if it is not in the queue."""
        return 0 <= sound < 1 << 64 and bool(lib.aucat_track_cancel(self._handle, sound))

    def cancel_all(self) -> None:
        """Cancels all sounds of the queue."""
        lib.aucat_track_cancel_all(self._handle)

    def suspend(self) -> None:
        """Fades out within 5 ms after the next frame, at which `resume` continues."""
        lib.aucat_track_suspend(self._handle)

    def resume(self) -> None:
        """Continues at the frame where it was suspended."""
        lib.aucat_track_resume(self._handle)

    def yield_focus(self) -> None:
        """Gives up the focus: until it is claimed, the track is stopped, and neither pauses nor ducks others."""
        lib.aucat_track_yield(self._handle)

    def claim_focus(self) -> None:
        """Reclaims the focus, as far as higher tracks permit."""
        lib.aucat_track_claim(self._handle)

    @property
    def priority(self) -> int:
        """Its priority. Live tracks affect lower ones by their policies; equal priorities are mixed."""
        return int(lib.aucat_track_priority(self._handle))

    @priority.setter
    def priority(self, priority: int) -> None:
        lib.aucat_track_set_priority(self._handle, _priority(priority))

    @property
    def keeps_ducking(self) -> bool:
        """Whether it ducks lower tracks even while it is idle: for vital speech, where ducking for each word would
        pump."""
        return bool(lib.aucat_track_keeps_ducking(self._handle))

    @keeps_ducking.setter
    def keeps_ducking(self, keeps_ducking: bool) -> None:
        lib.aucat_track_set_keeps_ducking(self._handle, keeps_ducking)

    def set_gain(self, decibels: Number, *, balance: Number = 0, seconds: Number = 0.02) -> None:
        """Sets its level, independently of ducking.

        decibels: -200 to 24. balance: from -1, only left, to 1, only right; ignored unless stereo. seconds: the
            duration of the ramp, 0.005 to 60.
        """
        values = (number(decibels, "decibels"), number(balance, "the balance"), number(seconds, "seconds"))
        call(lib.aucat_track_set_gain, self._handle, *values)

    @property
    def is_live(self) -> bool:
        """Whether a sound is at the cursor, and due."""
        return bool(lib.aucat_track_is_live(self._handle))

    @property
    def is_suspended(self) -> bool:
        """Whether `suspend` has suspended this track; `Coordinator.suspend` doesn't count."""
        return bool(lib.aucat_track_is_suspended(self._handle))

    @property
    def has_yielded(self) -> bool:
        """Whether it has yielded its focus."""
        return bool(lib.aucat_track_has_yielded(self._handle))

    @property
    def position(self) -> int:
        """The next frame to play of the sound at the cursor."""
        return int(lib.aucat_track_position(self._handle))

    @property
    def missing_frames(self) -> int:
        """How many frames its sources have not delivered in time; silence was heard instead."""
        return int(lib.aucat_track_missing(self._handle))

    def remove(self) -> None:
        """Cancels all sounds, and removes the track from its coordinator once it is silent."""
        lib.aucat_track_remove(self._handle)


class Coordinator:
    """The tracks of a program. Decides which of them play, and how loudly.

    rate: in hertz. policy: how live tracks affect lower ones, for pairs without a policy of their own; None pauses.

    Any thread may use it, several at the same time, but only one at a time may call `render`. Event loops wait for it
    to be readable (`fileno`), and then take events. `with` stops playing, and closes it. The function of a source that
    it plays can't do that, nor call `render` or `start` (RuntimeError).
    """

    def __init__(self, *, rate: Number = 48_000, channels: int = 2, policy: Policy | None = None) -> None:
        if not 0 < channels < 1 << 31:
            raise ValueError(f"{channels} channels are not possible")
        new = call(lib.aucat_coordinator_new, number(rate, "the rate"), channels, _policy(policy))
        self._handle: Any = ffi.gc(new, lib.aucat_coordinator_free)
        self._channels = channels
        self._lock = threading.Lock()
        # Sounds that have not ended, by number: functions that are called for them must stay.
        self._sources: dict[int, Source] = {}
        # Nothing may call functions of the program when it is exiting.
        self._end = weakref.finalize(self, _stop, self._handle)

    def _opened(self) -> Any:
        handle = self._handle
        if handle is None:
            raise ClosedError("the coordinator is closed")
        return handle

    def track(self, name: str, priority: int = 0, *, chain: Chain | None = None, **options: Any) -> Track:
        """Adds a track, which plays until it is removed.

        chain: the chain that its sounds go through, with its tail. Each plugin runs in a process of its own, unless
            in_process says otherwise. For the options, see `Chain.process`.
        """
        words = (self._opened(), given(name), _priority(priority))
        if chain is None:
            return Track(self, call(lib.aucat_track_new, *words, ffi.NULL, ffi.NULL, ffi.NULL))
        return Track(self, chain._render(None, **Render.usual(options)).track(*words))

    def set_policy(self, upper: Track, lower: Track, policy: Policy | None) -> None:
        """Sets how a live track affects a lower one; None for the coordinator's policy."""
        call(lib.aucat_coordinator_set_policy, self._opened(), upper._handle, lower._handle, _policy(policy))

    def render(self, frames: int) -> NDArray[numpy.float32]:
        """Renders the next frames of all tracks, in the shape (channels, frames), as fast as possible and exact to the
        frame. With 0, it does only what is due. A sound whose function raises has failed, and its event says why."""
        import numpy

        if not 0 <= frames < 1 << 40:
            raise ValueError(f"{frames} frames are not possible")
        handle = self._opened()
        _reading.check(self, "render")
        mix = numpy.zeros((self._channels, frames), dtype=numpy.float32)
        pointers = ffi.new("float *[]", [ffi.cast("float *", channel.ctypes.data) for channel in mix])
        error = ffi.new("aucat_error **")
        lib.aucat_coordinator_render(handle, pointers, frames, error)
        raised = _callback.taken()
        if error[0]:
            raise taken(error[0], None)
        # An exception that ends the program, such as Control-C, is not only the sound's.
        if raised is not None and not isinstance(raised, Exception):
            raise raised
        return mix

    def start(self, device: str = "jack", *, client: str = "aucat", ports: Iterable[str] = ()) -> None:
        """Plays all tracks on a device, until `stop`.

        device: "jack", which PipeWire offers, too, to whose rate the mix is converted; or "null", which discards the
            sound at the rate of a clock. client: the program's name there. ports: the ports to connect the outputs to,
            in order; none for the machine's own outputs.
        """
        names, kept = array([given(port) for port in ports])
        _reading.check(self, "start")
        call(lib.aucat_coordinator_start, self._opened(), given(device), given(client), names, len(kept))

    def stop(self) -> None:
        """Stops playing. What is left in the queues stays there."""
        handle = self._opened()
        _reading.check(self, "stop")
        lib.aucat_coordinator_stop(handle)

    @staticmethod
    def device_rate(device: str = "jack") -> float:
        """The rate of a device, in hertz. A coordinator of that rate needs no conversion."""
        rate = ffi.new("double *")
        call(lib.aucat_device_rate, given(device), rate)
        return float(rate[0])

    def suspend(self) -> None:
        """Suspends all tracks together."""
        lib.aucat_coordinator_suspend(self._opened())

    def resume(self) -> None:
        """Resumes all tracks except those that were suspended one by one."""
        lib.aucat_coordinator_resume(self._opened())

    def will_leave(self) -> None:
        """Call it when the host leaves, such as a program that goes to the background: all ducks end immediately."""
        lib.aucat_coordinator_will_leave(self._opened())

    def did_return(self) -> None:
        """Call it when the host is back, after it has applied its current settings: ducking is decided afresh."""
        lib.aucat_coordinator_did_return(self._opened())

    @property
    def frame(self) -> int:
        """How many frames have been rendered."""
        return int(lib.aucat_coordinator_frame(self._opened()))

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to play, and all events are in the queue."""
        return bool(lib.aucat_coordinator_is_idle(self._opened()))

    def fileno(self) -> int:
        """A descriptor for `select` and event loops, readable exactly while `next` has an event. Don't read from it or close
        it."""
        return int(lib.aucat_coordinator_descriptor(self._opened()))

    def next(self) -> Event | None:
        """Takes the oldest event, without waiting; None if there is none. No event is lost, and none is returned
        twice."""
        with self._lock:
            new = lib.aucat_coordinator_next(self._opened())
            if not new:
                return None
            handle = ffi.gc(new, lib.aucat_event_free)
            kind = int(lib.aucat_event_get_kind(handle))
            known = EventKind(kind) if kind in EventKind._value2member_map_ else EventKind.MESSAGE
            sound = int(lib.aucat_event_sound(handle))
            source = self._sources.pop(sound, None) if known.is_end else None
        failure = lib.aucat_event_error(handle)
        error = made(failure, None) if failure else None
        if error is not None and source is not None:
            error.__cause__ = source._raised()
        return Event(
            known,
            int(lib.aucat_event_frame(handle)),
            int(lib.aucat_event_track(handle)),
            optional(lib.aucat_event_track_name(handle)),
            sound,
            optional(lib.aucat_event_name(handle)),
            int(lib.aucat_event_position(handle)),
            int(lib.aucat_event_upper(handle)),
            float(lib.aucat_event_decibels(handle)),
            float(lib.aucat_event_seconds(handle)),
            optional(lib.aucat_event_message(handle)),
            error,
        )

    def read(self) -> list[Event]:
        """Takes all events in the queue, without waiting."""
        found = []
        while (event := self.next()) is not None:
            found.append(event)
        return found

    def close(self) -> None:
        """Stops playing, and drops events that were not taken. Closing it again does nothing."""
        _reading.check(self, "close")
        if self._end.detach():
            lib.aucat_coordinator_stop(self._handle)
        self._handle = None

    def __enter__(self) -> Coordinator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _stop(handle: Any) -> None:
    """Stops a coordinator that nobody refers to any more."""
    _reading.elsewhere(lambda: lib.aucat_coordinator_stop(handle))


def _policy(policy: Policy | None) -> Any:
    """A policy for the library."""
    if policy is None:
        return ffi.NULL
    if policy.kind not in _POLICIES:
        raise ValueError(f"there is no policy {policy.kind!r}; it is pause, duck or mix")
    ahead = policy.look_ahead
    if ahead is not None and not number(ahead, "the look-ahead") >= 0:
        raise ValueError(f"the look-ahead is {ahead} s; give 0 or more, or None for the attack")
    return ffi.new(
        "aucat_policy *",
        {
            "size": ffi.sizeof("aucat_policy"),
            "kind": _POLICIES[policy.kind],
            "depth": number(policy.depth, "the depth"),
            "attack": number(policy.attack, "the attack"),
            "release": number(policy.release, "the release"),
            "hold": number(policy.hold, "the hold"),
            "look_ahead": -1 if ahead is None else number(ahead, "the look-ahead"),
        },
    )


def _priority(priority: int) -> int:
    if not -(1 << 31) <= priority < 1 << 31:
        raise ValueError(f"the priority is {priority}, which is out of range")
    return priority
