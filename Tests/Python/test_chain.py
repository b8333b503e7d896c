"""Render chains."""

from __future__ import annotations

import copy
import threading
import time
import wave
from pathlib import Path
from typing import Any

import aucat
import numpy as np
import pytest
from machine import Machine, uri

STEREO, MONO = uri("gain-stereo"), uri("gain-mono")


def chain(catalog: aucat.Catalog, *members: Any) -> aucat.Chain:
    return aucat.Chain(members, catalog=catalog)


@pytest.mark.parametrize("in_process", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arrays(catalog: aucat.Catalog, dtype: Any, in_process: bool) -> None:
    """What comes back has the shape and the kind of samples of what went in."""
    sound = np.linspace(-1, 1, 6_000, dtype=dtype).reshape(2, 3_000)
    gain = chain(catalog, (STEREO, {"gain": 0.5}))
    made = gain.process(sound, 48_000, tail=0, in_process=in_process)
    assert made.dtype == dtype and made.shape == (2, 3_000)
    np.testing.assert_array_equal(made, sound.astype(np.float32).astype(dtype) * 0.5)
    mono = chain(catalog, (MONO, {"gain": 0.5})).process(sound[0], 48_000, tail=0, in_process=in_process)
    assert mono.shape == (3_000,) and mono.dtype == dtype
    np.testing.assert_array_equal(mono, made[0])


@pytest.mark.parametrize("in_process", [False, True])
def test_portions(catalog: aucat.Catalog, in_process: bool) -> None:
    """A chain that stays loaded makes of portions what it makes of the whole, until it is reset."""
    sound = np.random.default_rng(2).uniform(-0.5, 0.5, (2, 4_800)).astype(np.float32)
    made = chain(catalog, (uri("echo"), {"frames": 1_000}), (uri("delay"), {"frames": 77}), (STEREO, {"gain": 0.5}))
    whole = made.process(sound, 48_000, tail=0, keep_latency=True)

    def portions() -> Any:
        starts = range(0, 4_800, 480)
        return np.hstack(
            [made.process(sound[:, one : one + 480], 48_000, reset=False, in_process=in_process) for one in starts]
        )

    np.testing.assert_array_equal(portions(), whole)
    assert not np.array_equal(portions(), whole), "the echo goes on"
    made.process(sound, 48_000, tail=0)
    np.testing.assert_array_equal(portions(), whole)
    made[2].set("gain", 1)
    np.testing.assert_array_equal(portions(), whole * 2)


def test_portions_with_midi(catalog: aucat.Catalog) -> None:
    """A portion comes with MIDI, each message at its frame."""
    gate = chain(catalog, uri("midi-gate"))
    ones = np.ones((2, 600), np.float32)
    on, off = (100 / 48_000, bytes([0x90, 60, 99])), (550 / 48_000, bytes([0x80, 60, 0]))
    made = gate.process(ones, 48_000, reset=False, midi=aucat.Midi.of([off, on]))
    assert [int(made[0, frame]) for frame in (99, 100, 549, 550)] == [0, 1, 1, 0]
    with pytest.raises(ValueError, match="reset=False"):
        gate.process(ones, 48_000, midi=aucat.Midi.of([on]))
    with pytest.raises(ValueError, match="at frame 600"):
        gate.process(ones, 48_000, reset=False, midi=aucat.Midi.of([(600 / 48_000, on[1])]))
    for wrong in [b"", b"\x3c\x63"]:
        with pytest.raises(ValueError, match="status"):
            aucat.Midi.of([(0, wrong)])


def test_portions_that_fail(catalog: aucat.Catalog) -> None:
    """A plugin that crashes is named, and the next portion begins anew."""
    made = chain(catalog, STEREO, (uri("crash-run"), {"after": 1_000}))
    ones = np.ones((2, 600), np.float32)
    for _ in range(2):
        np.testing.assert_array_equal(made.process(ones, 48_000, reset=False), ones)
        with pytest.raises(aucat.PluginError) as crashed:
            made.process(ones, 48_000, reset=False)
        assert crashed.value.component == uri("crash-run")


def test_arrays_in_any_order(catalog: aucat.Catalog) -> None:
    """Arrays need be neither contiguous, nor in the machine's byte order, nor writable."""
    sound = np.random.default_rng(1).uniform(-1, 1, (1_000, 2)).astype(np.float32)
    unity = chain(catalog, STEREO)
    expected = sound.T.copy()
    swapped = expected.astype(">f4")
    frozen = expected.copy()
    frozen.flags.writeable = False
    strided = np.repeat(expected, 2, axis=1)[:, ::2]
    for array in (sound.T, expected, np.asfortranarray(expected), swapped, frozen, strided):
        made = unity.process(array, 48_000, tail=0)
        assert made.dtype == np.float32 and made.dtype.isnative
        np.testing.assert_array_equal(made, expected)
    np.testing.assert_array_equal(unity.process(expected[:, ::-1], 48_000, tail=0), expected[:, ::-1])


def test_channels(catalog: aucat.Catalog) -> None:
    """Mono becomes stereo where the component makes it; a mono component runs for each channel."""
    sound = np.full(100, 0.25, dtype=np.float32)
    made = chain(catalog, uri("mono-to-stereo")).process(sound, 48_000, tail=0)
    assert made.shape == (2, 100) and made[0, 0] == 0.25 and made[1, 0] == -0.25
    both = chain(catalog, (MONO, {"gain": 2})).process(np.stack([sound, -sound]), 48_000, tail=0)
    np.testing.assert_array_equal(both, np.stack([sound, -sound]) * 2)
    one = chain(catalog, uri("stereo-to-mono")).process(np.stack([sound, sound]), 48_000, tail=0)
    assert one.shape == (1, 100) and one[0, 0] == 0.25


def test_lengths(catalog: aucat.Catalog) -> None:
    """A tail lasts until it is silent, or as long as is wanted; one frame or none is sound; a generator needs none."""
    sound = np.zeros((2, 1_000), dtype=np.float32)
    sound[:, 0] = 1
    echo = chain(catalog, uri("echo"))
    assert echo.process(sound, 48_000, tail=0).shape == (2, 1_000)
    assert echo.process(sound, 48_000, tail=0.5).shape == (2, 25_000)
    whole = echo.process(sound, 48_000)
    assert whole.shape[1] > 1_000 and np.abs(whole[:, 1_000:]).max() > 0
    for frames in (0, 1):
        assert chain(catalog, STEREO).process(np.zeros((2, frames), np.float32), 48_000, tail=0).shape == (2, frames)
    generator = chain(catalog, uri("generator"))
    made = generator.generate(1_000, 44_100)
    assert made.shape == (1, 1_000) and made.dtype == np.float32 and (made == 0.5).all()
    for count, rate in ((-1, 44_100), (10**30, 44_100), (10, 10**400), (10, float("nan"))):
        with pytest.raises(ValueError):
            generator.generate(count, rate)


@pytest.mark.parametrize(
    ("sound", "error", "says"),
    [
        (np.zeros((2, 2, 2), np.float32), ValueError, r"\(channels, frames\), not \(2, 2, 2\)"),
        (np.float32(1), ValueError, r"not \(\)"),
        (np.zeros((48_000, 2), np.float32), ValueError, "pass its transpose"),
        (np.zeros((64, 2), np.float32), ValueError, "pass its transpose"),
        (np.zeros((48_000, 1), np.float32), ValueError, "pass its transpose"),
        (np.zeros((65, 1), np.float32), ValueError, "pass its transpose"),
        (np.zeros((0, 10), np.float32), ValueError, "Chain.generate"),
        (np.zeros((2, 10), np.int16), TypeError, "float32 or float64, not int16"),
        (np.zeros((2, 10), np.float16), TypeError, "float16"),
        (np.zeros((2, 10), np.complex64), TypeError, "complex64"),
    ],
)
def test_wrong_arrays(catalog: aucat.Catalog, sound: Any, error: type[Exception], says: str) -> None:
    """The error says what is wrong with the array."""
    with pytest.raises(error, match=says):
        chain(catalog, STEREO).process(sound, 48_000)


@pytest.mark.parametrize(
    "options",
    [
        *({"tail": tail} for tail in (-1, float("nan"), float("inf"), 10**400)),
        *({"timeout": timeout} for timeout in (-1, 0, float("nan"), 10**400)),
        *({"tempo": tempo} for tempo in (-1, 0, float("nan"), float("inf"), 10**400)),
        *({"block_length": length} for length in (0, 65_537, 10**30)),
        *({"threads": threads} for threads in (-1, 10**30)),
    ],
)
def test_wrong_options(catalog: aucat.Catalog, options: Any) -> None:
    """Options out of range are refused, in words for this language."""
    with pytest.raises(ValueError, match="^(?!.*(-1 to|0 for|NULL|aucat_))"):
        chain(catalog, STEREO).process(np.zeros((2, 10), np.float32), 48_000, **options)


def test_render_errors(catalog: aucat.Catalog) -> None:
    """The exception has the cause, and the component that is to blame."""
    silence = np.zeros((2, 10), np.float32)
    cases = [
        ((STEREO, {"gian": 1}), silence, aucat.ErrorCode.PARAMETER),
        (uri("three-in"), silence, aucat.ErrorCode.CHANNELS),
        (uri("unknown-feature"), silence, aucat.ErrorCode.UNSUPPORTED),
        (uri("null-instantiate"), silence, aucat.ErrorCode.INSTANTIATION),
        (STEREO, silence + np.float32("nan"), aucat.ErrorCode.INPUT),
    ]
    for member, sound, code in cases:
        with pytest.raises(aucat.RenderError) as caught:
            chain(catalog, member).process(sound, 48_000)
        assert caught.value.code is code, caught.value
    with pytest.raises(aucat.PluginError) as crashed:
        chain(catalog, STEREO, uri("crash-run")).process(silence, 48_000)
    assert crashed.value.component == uri("crash-run")
    with pytest.raises(ValueError, match="sample rate"):
        chain(catalog, STEREO).process(silence, -1)
    with pytest.raises(aucat.NotFoundError):
        chain(catalog, "urn:nothing")
    with pytest.raises(TypeError):
        chain(catalog, 7)


def test_stages(catalog: aucat.Catalog) -> None:
    """Settings are read as they were set, and follow their stage."""
    made = chain(catalog, STEREO, (MONO, {"gain": 0.5}))
    first, second = made
    assert (len(made), first.uri, second.parameters) == (2, STEREO, {"gain": 0.5})
    assert (first.preset, first.is_bypassed, first.is_side_chained) == (None, False, False)
    assert made[:] == [first, second] and made[np.int64(1)] is second
    second["gain"] = np.float32(0.5)
    for parameter, value in (("", 1), ("gain", 10**400)):
        with pytest.raises(ValueError):
            second.set(parameter, value)
    with pytest.raises(TypeError):
        second.set("gain", [0.5])  # type: ignore[arg-type]
    second.set("gain", "0.5")
    first.preset = "half"
    assert first.preset == "urn:aucat:test:preset:half"
    first.is_bypassed = first.is_side_chained = True
    for copied in (copy.copy(made), copy.deepcopy(made), made.copy()):
        copied.append(STEREO)
        assert len(copied) == 3 and len(made) == 2
    assert (first.is_bypassed, first.is_side_chained) == (True, True)
    del made[0]
    assert len(made) == 1 and made[0] is second and second["gain"] == 0.5 and len(copied) == 3
    with pytest.raises(aucat.NotFoundError, match="removed"):
        first.is_bypassed = False
    with pytest.raises(aucat.NotFoundError):
        second.preset = "no such preset"
    with pytest.raises(aucat.RenderError):
        second["gain"] = float("nan")
    with pytest.raises(KeyError):
        second["volume"]
    with pytest.raises(IndexError):
        del made[1]
    assert copied[0].is_bypassed and repr(made) == f"<Chain of 1: {MONO}>" and repr(second) == f"<Stage {MONO}>"


def test_members_and_values_by_text(catalog: aucat.Catalog) -> None:
    """Members are chosen as people name them, and values written as `aucat render --set` takes them."""
    made = chain(catalog, "Gain stereo", ("toggl", {"enumeration": "high", "Toggled": "yes", "integer": 4}))
    assert [stage.uri for stage in made] == [STEREO, uri("toggles")]
    assert made[1].parameters == {"enumeration": 10, "toggled": 1, "integer": 4}
    with pytest.raises(aucat.RenderError, match="`Low`, `Middle`, `High`") as caught:
        made[1]["enumeration"] = "highest"
    assert caught.value.code is aucat.ErrorCode.PARAMETER and caught.value.component == uri("toggles")
    with pytest.raises(aucat.AmbiguousError, match="Gain mono") as several:
        chain(catalog, "gain")
    assert {MONO, STEREO} <= set(several.value.candidates)
    with pytest.raises(aucat.NotFoundError, match="nosuch is not installed"):
        chain(catalog, "nosuch")


def test_chains_as_text(catalog: aucat.Catalog) -> None:
    """A chain is JSON that another catalog reads."""
    made = chain(catalog, (STEREO, {"gain": 0.25}), MONO)
    read = aucat.Chain.from_json(made.to_json(), catalog=catalog)
    assert read.to_json() == made.to_json() and [stage.uri for stage in read] == [STEREO, MONO]
    sound = np.ones((2, 10), np.float32)
    assert read.process(sound, 48_000, tail=0)[0, 0] == 0.25
    with pytest.raises(aucat.ChainTextError):
        aucat.Chain.from_json("[", catalog=catalog)
    with pytest.raises(aucat.NotFoundError) as caught:
        aucat.Chain.from_json(made.to_json().replace(STEREO, "urn:nothing"), catalog=catalog)
    assert caught.value.component == "urn:nothing"


def write(path: Path, frames: int) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes(b"\0\x10\0\x20" * frames)


def test_files(catalog: aucat.Catalog, tmp_path: Path) -> None:
    """A file is rendered as the array is; a render that is stopped leaves the old file."""
    write(tmp_path / "in.wav", 96_000)
    half = chain(catalog, (STEREO, {"gain": 0.5}))
    heard: list[int] = []
    half.render_file(tmp_path / "in.wav", tmp_path / "out.wav", tail=0, progress=heard.append)
    size = (tmp_path / "out.wav").stat().st_size
    assert size > 96_000 * 4 and heard and heard == sorted(heard) and heard[-1] <= 96_000
    with pytest.raises(aucat.Interrupted):
        half.render_file(tmp_path / "in.wav", tmp_path / "out.wav", progress=lambda frames: False)
    assert (tmp_path / "out.wav").stat().st_size == size
    with pytest.raises(aucat.RenderError) as caught:
        half.render_file(tmp_path / "none.wav", tmp_path / "out.wav")
    assert caught.value.code is aucat.ErrorCode.AUDIO_FILE and caught.value.path == str(tmp_path / "none.wav")


def test_what_progress_raises(catalog: aucat.Catalog) -> None:
    """An exception of the function stops the render and is raised."""

    def fail(frames: int) -> None:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        chain(catalog, STEREO).process(np.zeros((2, 96_000), np.float32), 48_000, progress=fail)


def test_other_threads_run_meanwhile(catalog: aucat.Catalog) -> None:
    """The GIL is not held: another thread counts while a plugin hangs until its time is over."""
    counted, over = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not over.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count, daemon=True)
    thread.start()
    try:
        with pytest.raises(aucat.PluginError):
            chain(catalog, uri("hang-run")).process(np.zeros(10, np.float32), 48_000, timeout=0.5)
    finally:
        over.set()
    thread.join()
    assert counted > 50


def test_a_chain_for_many_threads(catalog: aucat.Catalog) -> None:
    """Threads share a chain, and each renders it as it was when it began."""
    made = chain(catalog, (STEREO, {"gain": 1}))
    sound = np.ones((2, 4_800), np.float32)
    failures: list[object] = []

    def work() -> None:
        for _ in range(5):
            values = set(made.process(sound, 48_000, tail=0).ravel())
            if len(values) != 1:
                failures.append(values)
            made[0]["gain"] = 0.5

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [] and made[0]["gain"] == 0.5


def test_the_catalog_of_a_chain(machine: Machine) -> None:
    """A chain takes the catalog of its first component, and says when that is closed."""
    with machine.catalog(None) as catalog:
        made = aucat.Chain(catalog.search("name == 'Gain stereo'"))
        assert made.catalog is catalog
    with pytest.raises(aucat.ClosedError):
        made.process(np.zeros((2, 10), np.float32), 48_000)


