"""Tracks: which of them may sound, and how they are told."""

from __future__ import annotations

import asyncio
import gc
import os
import select
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import aucat
import numpy as np
import pytest
from aucat import Coordinator, Event, EventKind, Policy, Source
from machine import uri


def level(value: float, frames: int) -> Source:
    """A source of one value."""
    return Source.samples(np.full((2, frames), value, dtype=np.float32))


def is_readable(coordinator: Coordinator, seconds: float = 0) -> bool:
    return bool(select.select([coordinator], [], [], seconds)[0])


def heard(coordinator: Coordinator, count: int) -> list[Event]:
    """The ends of so many sounds that a device plays."""
    ends: list[Event] = []
    limit = time.monotonic() + 60
    while len(ends) < count and time.monotonic() < limit:
        is_readable(coordinator, 1)
        ends += [event for event in coordinator.read() if event.kind.is_end]
    return ends


def test_pausing() -> None:
    """What is more urgent pauses the other one, which goes on at the same frame."""
    with Coordinator() as coordinator:
        body, notices = coordinator.track("body", 1), coordinator.track("notices", 2)
        subject = body.enqueue(level(0.5, 2_000), "subject")
        bell = notices.enqueue(level(0.25, 480), "bell", at=1_000)
        assert (body.is_live, notices.is_live, body.priority, notices.number) == (True, False, 1, 2)
        mix = coordinator.render(2_480)
        assert mix.dtype == np.float32 and [float(mix[0, frame]) for frame in (999, 1_300, 1_800)] == [0.5, 0.25, 0.5]
        events = coordinator.read()
        assert [(event.frame, event.kind.name, event.sound, event.position) for event in events] == [
            (0, "BEGAN", subject, 0),
            (1_000, "PAUSED", 0, 1_000),
            (1_000, "BEGAN", bell, 0),
            (1_480, "FINISHED", bell, 0),
            (1_480, "CONTINUED", 0, 1_000),
            (2_480, "FINISHED", subject, 0),
        ]
        assert events[1].upper == notices.number and events[1].track == body.number and events[1].track_name == "body"
        assert coordinator.is_idle and coordinator.frame == 2_480 and coordinator.next() is None


@pytest.mark.parametrize("action", ["close", "stop", "render", "start"])
@pytest.mark.parametrize("device", [None, "null"])
def test_a_source_cannot_end_what_reads_it(action: str, device: str | None) -> None:
    """The library would wait for itself. The sound fails instead, and everything else goes on."""
    with Coordinator() as coordinator:

        def read(_frames: int) -> None:
            actions = {"render": lambda: coordinator.render(10), "start": lambda: coordinator.start("null")}
            actions.get(action, getattr(coordinator, action))()

        track = coordinator.track("track")
        # Inside another source, too.
        sound = track.enqueue(Source.made(read).gain(-3))
        if device is None:
            coordinator.render(100)
            ends = [event for event in coordinator.read() if event.kind.is_end]
        else:
            coordinator.start(device)
            ends = heard(coordinator, 1)
            coordinator.stop()
        assert [(event.kind, event.sound) for event in ends] == [(EventKind.FAILED, sound)]
        assert ends[0].error is not None
        assert isinstance(ends[0].error.__cause__, RuntimeError) and action in str(ends[0].error.__cause__)
        track.enqueue(level(0.5, 10))
        coordinator.render(10)
        assert [event.kind for event in coordinator.read() if event.kind.is_end] == [EventKind.FINISHED]


def test_a_source_may_use_another_coordinator() -> None:
    """Even close it, and drop the last reference to one that plays."""
    others = [Coordinator(), Coordinator()]
    others[1].start("null")

    def read(frames: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        mix = others[0].render(frames)
        for other in others[:1]:
            other.close()
        others[:] = [Coordinator()]
        gc.collect()
        return mix

    with Coordinator() as coordinator:
        coordinator.track("track").enqueue(Source.made(read))
        assert not coordinator.render(100).any()
        assert all(event.error is None for event in coordinator.read())


def test_controls() -> None:
    """Suspending, focus, levels and ducking."""
    with Coordinator(policy=Policy("mix")) as coordinator:
        low, high = coordinator.track("low", 1), coordinator.track("high", 2)
        low.enqueue(level(0.5, 200_000))
        high.enqueue(level(0.25, 200_000))

        def now() -> float:
            return round(float(coordinator.render(4_800)[0, -1]), 4)

        assert now() == 0.75
        coordinator.set_policy(high, low, Policy("pause"))
        assert now() == 0.25
        high.yield_focus()
        assert now() == 0.5 and high.has_yielded
        high.claim_focus()
        coordinator.set_policy(high, low, Policy("duck", depth=-20, hold=0))
        assert now() == 0.3
        high.suspend()
        assert high.is_suspended and not low.is_suspended
        coordinator.render(48_000)
        assert now() == 0.5
        high.resume()
        assert now() == 0.3
        coordinator.will_leave()
        coordinator.render(48_000)
        assert now() == 0.75
        coordinator.did_return()
        assert now() == 0.3
        high.priority = 0
        coordinator.set_policy(high, low, None)
        coordinator.render(48_000)
        assert now() == 0.75
        low.set_gain(-200)
        high.set_gain(0, balance=1, seconds=0.01)
        assert now() == 0 and float(coordinator.render(1)[1, 0]) == 0.25
        coordinator.suspend()
        assert now() == 0
        coordinator.resume()
        high.keeps_ducking = True
        assert high.keeps_ducking and high.missing_frames == 0
        sound = high.enqueue(level(1, 10))
        assert high.cancel(sound) and not high.cancel(sound) and not high.cancel(-1)
        high.cancel_all()
        low.remove()
        coordinator.render(4_800)
        ends = Counter(event.kind.name for event in coordinator.read() if event.kind.is_end)
        assert ends == {"CANCELLED": 3} and coordinator.is_idle


def test_failures() -> None:
    """A sound whose function raises has failed, for its reason; the next one follows, and render goes on."""

    def fail(_frames: int) -> Any:
        raise KeyError("mine")

    with Coordinator() as coordinator:
        track = coordinator.track("fails")
        track.enqueue(Source.sequence([Source.silence(0.001), Source.made(fail)]).gain(-6), "bad")
        track.enqueue(level(1, 10), "good")
        assert coordinator.render(1_000).max() == 1
        bad, good = [event for event in coordinator.read() if event.kind.is_end]
        assert (bad.name, bad.kind, good.name, good.kind) == ("bad", EventKind.FAILED, "good", EventKind.FINISHED)
        assert isinstance(bad.error, aucat.Interrupted) and isinstance(bad.error.__cause__, KeyError)

        def ask(_frames: int) -> None:
            track.enqueue(Source.made(lambda _frames: None), "asked")

        # What one function has raised is not the failure of calls that the next one makes.
        track.enqueue(Source.made(fail), "bad")
        track.enqueue(Source.made(ask), "asks")
        coordinator.render(10)
        ends = {event.name: event.kind.name for event in coordinator.read() if event.kind.is_end}
        assert ends == {"bad": "FAILED", "asks": "FINISHED", "asked": "FINISHED"}

        def interrupt(_frames: int) -> Any:
            raise KeyboardInterrupt

        track.enqueue(Source.made(interrupt))
        with pytest.raises(KeyboardInterrupt):
            coordinator.render(10)


def test_device() -> None:
    """Sounds that threads enqueue and cancel on a device end once each, whoever takes the events."""
    with Coordinator(policy=Policy("mix")) as coordinator:
        tracks = [coordinator.track(f"track {number}", number) for number in range(4)]
        sounds: list[int] = []
        ends: list[int] = []
        coordinator.start("null")
        with pytest.raises(aucat.InvalidArgumentError, match=r"Coordinator\.stop"):
            coordinator.render(10)

        def enqueue(track: aucat.Track) -> None:
            for number in range(100):
                sounds.append(track.enqueue(Source.made(lambda frames: None) if number % 5 else level(0.1, 100)))
                if number % 3 == 0:
                    track.cancel(sounds[-1])

        def take() -> None:
            while len(ends) < 400:
                is_readable(coordinator, 0.01)
                event = coordinator.next()
                if event is not None and event.kind.is_end:
                    ends.append(event.sound)

        threads = [threading.Thread(target=enqueue, args=(track,), daemon=True) for track in tracks]
        threads += [threading.Thread(target=take, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(ends) == sorted(sounds) and len(set(ends)) == 400
        assert not coordinator._sources


def test_asyncio() -> None:
    """An event loop waits for events, and leaves it to others meanwhile."""

    async def main() -> list[str]:
        loop = asyncio.get_running_loop()
        with Coordinator() as coordinator:
            tracks = [coordinator.track(f"track {number}", number) for number in range(3)]
            ends = {}

            def heed() -> None:
                for event in coordinator.read():
                    if event.kind.is_end:
                        ends[event.sound].set_result(event.kind.name)

            loop.add_reader(coordinator, heed)
            coordinator.start("null")
            for number in range(30):
                sound = tracks[number % 3].enqueue(level(0.1, 200))
                ends[sound] = loop.create_future()
            turns = 0
            waiting = asyncio.gather(*ends.values())
            while not waiting.done():
                await asyncio.sleep(0.001)
                turns += 1
            loop.remove_reader(coordinator)
            assert turns > 10
            return list(await waiting)

    assert asyncio.run(asyncio.wait_for(main(), 60)) == ["FINISHED"] * 30


def test_closing() -> None:
    """Closing ends the playing, whatever is still there; tracks stay valid, and play no more."""
    coordinator = Coordinator()
    track = coordinator.track("voice")
    reads: list[int] = []

    def read(frames: int) -> Any:
        reads.append(frames)
        return np.zeros((2, frames))

    track.enqueue(Source.made(read))
    coordinator.start("null")
    limit = time.monotonic() + 30
    while len(reads) < 30 and time.monotonic() < limit:
        time.sleep(0.01)
    coordinator.close()
    coordinator.close()
    count = len(reads)
    time.sleep(0.05)
    assert len(reads) == count
    for use in (coordinator.fileno, coordinator.next, coordinator.stop, lambda: track.enqueue(level(1, 1))):
        with pytest.raises(aucat.ClosedError):
            use()
    track.cancel_all()
    assert not track.is_suspended


def test_tracks_keep_their_coordinator() -> None:
    """What is forgotten leaves no descriptor and no thread; a track alone keeps its coordinator playing."""

    def used() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), threading.active_count()

    def play() -> None:
        coordinator = Coordinator()
        track = coordinator.track("voice")
        sound = track.enqueue(level(0.1, 2_400))
        coordinator.start("null")
        del coordinator
        gc.collect()
        (end,) = heard(track._coordinator, 1)
        assert end.sound == sound

    play()
    gc.collect()
    before = used()
    for _ in range(5):
        play()
    gc.collect()
    assert used() == before


def test_a_program_ends_while_it_plays(run: Callable[..., str]) -> None:
    """Nothing calls functions of a program that has ended."""
    program = """
import aucat, numpy, time
coordinator = aucat.Coordinator()
track = coordinator.track("voice")
track.enqueue(aucat.Source.made(lambda frames: numpy.zeros((2, frames))))
coordinator.start("null")
time.sleep(0.1)
print(track.position > 0)
"""
    for _ in range(3):
        assert run(program) == "True\n"


def test_chains(catalog: aucat.Catalog) -> None:
    """Sounds go through a track's chain; a plugin that crashes is named, and its input heard."""
    with Coordinator() as coordinator:
        half = aucat.Chain([(uri("gain-stereo"), {"gain": 0.5})], catalog=catalog)
        track = coordinator.track("half", chain=half, tail=0)
        track.enqueue(level(0.5, 1_000))
        assert float(coordinator.render(1_000)[0, 999]) == 0.25
        crackle = aucat.Chain([(uri("crash-run"), {"after": 100})], catalog=catalog)
        crash = coordinator.track("crash", chain=crackle, tail=0)
        crash.enqueue(level(0.5, 1_000))
        assert float(coordinator.render(1_000)[0, 500]) == 0.5
        (fall,) = [event for event in coordinator.read() if event.kind is EventKind.PLUGIN]
        assert isinstance(fall.error, aucat.PluginError) and fall.error.component == uri("crash-run")
        assert fall.track == crash.number
        with pytest.raises(TypeError, match="no option isolated"):
            coordinator.track("x", chain=half, isolated=True)


def test_rates() -> None:
    """The clock has a rate, sounds are converted to that of the coordinator, and a last portion may be short."""
    assert Coordinator.device_rate("null") == 48_000
    with Coordinator(rate=24_000, channels=1) as coordinator:
        coordinator.track("voice").enqueue(level(0.5, 4_800))
        assert abs(float(coordinator.render(2_400)[0, 1_200]) - 0.5) < 0.001
    with Coordinator(channels=6) as coordinator:
        coordinator.track("wide").enqueue(Source.made(lambda _frames: np.ones((6, 3), np.float32), channels=6))
        assert coordinator.render(10).sum() == 18


def test_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sound server that is not there is an error that says so."""
    monkeypatch.setenv("JACK_DEFAULT_SERVER", "nosuch")
    monkeypatch.setenv("JACK_NO_START_SERVER", "1")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nonexistent")
    with Coordinator() as coordinator:
        for use in (lambda: coordinator.start("jack"), lambda: Coordinator.device_rate("jack")):
            with pytest.raises(aucat.DeviceError):
                use()
        coordinator.start("null")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Coordinator(rate=0),
        lambda: Coordinator(channels=0),
        lambda: Coordinator(policy=Policy("duck", depth=-100)),
        lambda: Coordinator(policy=Policy("duck", look_ahead=-1)),
        lambda: Coordinator(policy=Policy("loud")),  # type: ignore[arg-type]
        lambda: Coordinator().start("alsa"),
        lambda: Coordinator().track("x", 1 << 31),
        lambda: Coordinator().track("x\0"),
        lambda: Coordinator().render(-1),
        lambda: Coordinator().track("x").enqueue(Source.silence(1), at=-1),
        lambda: Coordinator().track("x").set_gain(0, balance=2),
        lambda: Coordinator(channels=3).track("x").enqueue(Source.silence(1)),
        lambda: Coordinator().set_policy(Coordinator().track("x"), Coordinator().track("y"), None),
        lambda: Source.samples(np.zeros((2, 10), dtype=int)),
    ],
)
def test_wrong_arguments(make: Any) -> None:
    """What can't be is an error, and no crash."""
    with pytest.raises((ValueError, TypeError, aucat.Error)):
        make()
