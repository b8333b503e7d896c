"""Sources, MIDI and instruments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aucat
import numpy as np
import pytest
from aucat import Midi, Source
from machine import uri

ORGAN, STEREO = uri("organ"), uri("gain-stereo")


def all_of(source: Source, block: int = 997) -> Any:
    """All frames of a source, in blocks."""
    parts = []
    while True:
        parts.append(source.read(block).copy())
        if parts[-1].shape[1] < block:
            return np.concatenate(parts, axis=1)


def test_generated() -> None:
    """Tones, noise and silence have the format and the length that are asked for."""
    tone = Source.tone(1_000, level=-6, seconds=1)
    assert (tone.rate, tone.channels, tone.length) == (48_000, 2, 48_000)
    made = all_of(tone)
    assert made.dtype == np.float32 and made.shape == (2, 48_000)
    assert abs(20 * np.log10(np.abs(made).max()) + 6) < 0.01
    assert Source.silence(1.5).length == 72_000 and Source.noise("pink").length is None
    one, other = Source.noise(seed=7, seconds=0.1, rate=8_000, channels=1), Source.noise(seed=7, rate=8_000, channels=1)
    np.testing.assert_array_equal(all_of(one), other.read(800))
    other.seek(100)
    one.seek(0)
    np.testing.assert_array_equal(one.read(800)[:, 100:], other.read(700))


def test_combined(tmp_path: Path) -> None:
    """Sources of sources, and files, without a gap."""
    parts = [Source.noise(seed=seed, seconds=0.01) for seed in (1, 2)]
    expected = np.concatenate([all_of(Source.noise(seed=seed, seconds=0.01)) for seed in (1, 2)], axis=1)
    np.testing.assert_array_equal(all_of(Source.sequence(parts)), expected)
    layers = Source.layers([Source.silence(0.02), Source.noise(seed=1, seconds=0.01)])
    np.testing.assert_array_equal(all_of(layers)[:, :480], expected[:, :480])
    loop = Source.noise(seed=2, seconds=0.01).loop(3)
    assert loop.length == 1_440
    np.testing.assert_array_equal(all_of(loop), np.tile(expected[:, 480:], 3))
    half = all_of(Source.noise(seed=1, seconds=0.01).gain(-20 * np.log10(2)))
    np.testing.assert_allclose(half, expected[:, :480] / 2, rtol=1e-6)
    faded = all_of(Source.noise(seed=1, seconds=0.01).fade(0.002, 0.002))
    assert faded[0, 0] == 0 and np.all(faded[:, 96:384] == expected[:, 96:384])
    assert Source.tone(440, seconds=1).convert(rate=44_100, channels=1).length == 44_100
    Source.sequence([Source.noise(seed=1, seconds=0.01), Source.noise(seed=2, seconds=0.01)]).write(tmp_path / "a.wav")
    np.testing.assert_array_equal(all_of(Source.file(tmp_path / "a.wav")), expected)


def test_own_source() -> None:
    """A function is a source, and what it raises is raised."""
    position = 0

    def read(frames: int) -> Any:
        nonlocal position
        made = np.arange(position, min(position + frames, 2_000), dtype=np.float64)
        position += len(made)
        return np.stack([made, -made])

    made = all_of(Source.made(read), 300)
    np.testing.assert_array_equal(made, np.stack([np.arange(2_000), -np.arange(2_000)]).astype(np.float32))
    assert all_of(Source.made(lambda _frames: None)).shape == (2, 0)

    def fail(_frames: int) -> Any:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        Source.made(fail).read(10)
    with pytest.raises(ValueError, match="asked for 10 frames"):
        Source.made(lambda _frames: np.zeros((2, 11))).read(10)


@pytest.mark.parametrize(("block", "in_process"), [(1, True), (64, False), (997, True)])
def test_instruments(catalog: aucat.Catalog, block: int, in_process: bool) -> None:
    """An instrument plays a phrase the same in any blocks and processes, to its last note and tail."""
    chain = aucat.Chain([ORGAN, (STEREO, {"gain": 0.5})], catalog=catalog)
    made = all_of(Source.instrument(chain, Midi.phrase("C4 E4", tempo=1_000), in_process=in_process), block)
    expected = all_of(Source.instrument(chain, Midi.phrase("C4 E4", tempo=1_000)), 4_096)
    np.testing.assert_array_equal(made, expected)
    with pytest.raises(TypeError, match="no option isolated"):
        Source.instrument(chain, isolated=True)
    assert 5_760 + 2_400 <= made.shape[1] < 10_000 and made[0, 0] != 0


def test_sent(catalog: aucat.Catalog) -> None:
    """What is sent is played in the next block."""
    played = Source.instrument(aucat.Chain([ORGAN], catalog=catalog))
    assert not played.read(512).any()
    played.send(bytes([0x90, 60, 100]))
    assert played.read(512)[0, 0] != 0
    played.send(bytes([0x80, 60, 0]))
    played.finish()
    assert all_of(played).shape[1] > 2_000
    for wrong in (b"", b"\x10"):
        with pytest.raises(aucat.Error):
            played.send(wrong)
    with pytest.raises(aucat.Error, match="not an instrument"):
        Source.silence(1).send(b"\x90\x10\x10")


def test_midi_files(catalog: aucat.Catalog, tmp_path: Path) -> None:
    """A file is rendered by an instrument and an effect, as added messages are."""
    track = bytes([0, 0x90, 60, 100, 96, 60, 0, 0, 0xFF, 0x2F, 0])
    song = b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0" + bytes([len(track)]) + track
    (tmp_path / "song.mid").write_bytes(song)
    chain = aucat.Chain([ORGAN, (STEREO, {"gain": 0.5})], catalog=catalog)
    chain.render_midi(Midi.file(tmp_path / "song.mid"), tmp_path / "song.wav")
    made = all_of(Source.file(tmp_path / "song.wav"))
    own = Midi()
    own.add(0, bytes([0x90, 60, 100]))
    own.add(0.5, bytes([0x80, 60, 0]))
    np.testing.assert_array_equal(made, all_of(Source.instrument(chain, own)))
    (tmp_path / "cut.mid").write_bytes(song[:-3])
    with pytest.raises(aucat.Error, match="it ends too early, at byte 18"):
        Midi.file(tmp_path / "cut.mid")
    with pytest.raises(aucat.Error, match="`H4` is not a note"):
        Midi.phrase("H4")


def test_through(catalog: aucat.Catalog, tmp_path: Path) -> None:
    """A chain over a source, pulled, and rendered to a file in a process of its own."""
    chain = aucat.Chain([(STEREO, {"gain": 0.5})], catalog=catalog)
    expected = all_of(Source.noise(seconds=0.1)) / 2
    np.testing.assert_array_equal(all_of(Source.noise(seconds=0.1).through(chain))[:, :4_800], expected)
    Source.noise(seconds=0.1).write(tmp_path / "out.wav", chain, tail=0)
    np.testing.assert_array_equal(all_of(Source.file(tmp_path / "out.wav")), expected)
    with pytest.raises(aucat.Interrupted):
        Source.noise(seconds=10).write(tmp_path / "no.wav", progress=lambda frames: False)
    assert not (tmp_path / "no.wav").exists()


def test_failing_plugins(catalog: aucat.Catalog) -> None:
    """A plugin that crashes is named once, and the sound goes on without it."""
    chain = aucat.Chain([(STEREO, {"gain": 0.5}), (uri("crash-run"), {"after": 1_000})], catalog=catalog)
    source = Source.noise(seconds=0.5).through(chain, tail=0)
    with pytest.raises(aucat.PluginError, match="segmentation fault") as crashed:
        all_of(source)
    assert crashed.value.component == uri("crash-run")
    rest = source.read(1_000)
    expected = all_of(Source.noise(seconds=0.5)) / 2
    assert any(np.array_equal(expected[:, at : at + 1_000], rest) for at in range(expected.shape[1] - 1_000))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Source.tone(5),
        lambda: Source.tone(440, "sinus"),
        lambda: Source.noise("red"),
        lambda: Source.silence(-1),
        lambda: Source.silence(1, channels=0),
        lambda: Source.silence(1, rate=0),
        lambda: Source.sequence([]),
        lambda: Source.sequence([Source.silence(1), Source.silence(1, channels=1)]),
        lambda: Source.silence(1).loop(0),
        lambda: Source.silence(None).fade(0, 1),
        lambda: Source.silence(1).gain(100),
        lambda: Source.file("/nosuch"),
        lambda: Midi().add(-1, b"\x90"),
    ],
)
def test_wrong_arguments(make: Any) -> None:
    """What can't be is an error, and no crash."""
    with pytest.raises((ValueError, aucat.Error)):
        make()
