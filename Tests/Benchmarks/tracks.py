#!/usr/bin/env python3
"""What tracks cost beside their chains: tracks.py AUCAT [--tracks 64] [--seconds 10] [--runs 3]

Renders a schedule of many tracks, each with noise through a chain of its own. Prints the processor time per second of sound,
without the start: of all tracks, of one track alone, of tracks without chains, and of the chains alone, which one thread reads
and adds by the Python package, where that is installed. All are the least of several runs, which take turns.

Plugins run in processes of their own. So many of them compete for the processor's caches, and one alone is cheaper: the fair
comparison is that with the chains alone.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

from live import CHAIN


CHAINS = """
import sys, aucat
count, seconds, chain = int(sys.argv[1]), float(sys.argv[2]), aucat.Chain(sys.argv[3:])
noise = lambda: aucat.Source.noise("pink", seconds=seconds).through(chain, tail=0.0, block_length=1024)
sound = aucat.Source.layers([noise() for _ in range(count)])
while sound.read(1024).shape[-1]: pass
"""


def processor_time(command, environment):
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command}: status {status}")
    return usage.ru_utime + usage.ru_stime


class Bench:
    def __init__(self, words):
        self.words = words
        self.folder = tempfile.mkdtemp()
        self.environment = os.environ | {"HOME": self.folder, "XDG_RUNTIME_DIR": self.folder}
        for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            self.environment.pop(name, None)

    def schedule(self, tracks, chain, seconds):
        script = f"{self.folder}/script.json"
        sound = f"noise:pink,seconds={seconds}"
        with open(script, "w") as file:
            json.dump(
                {
                    "policy": {"do": "mix"},
                    "tracks": [{"name": f"{n}", "through": chain} for n in range(tracks)],
                    "requests": [{"do": "play", "track": f"{n}", "sound": sound} for n in range(tracks)],
                },
                file,
            )
        return [self.words.aucat, "play", "--script", script, "-o", f"{self.folder}/out.wav", "--for", str(seconds)]

    def chains(self, count, chain, seconds):
        return [sys.executable, "-c", CHAINS, str(count), str(seconds)] + chain

    def per_second(self, make):
        """The least processor time of a second of sound, of a command for so many seconds."""
        short, long = 1, 1 + self.words.seconds
        times = {}
        for seconds in (short, long):
            if os.path.exists(f"{self.folder}/out.wav"):
                os.remove(f"{self.folder}/out.wav")
            times[seconds] = processor_time(make(seconds), self.environment)
        return (times[long] - times[short]) / self.words.seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("aucat")
    parser.add_argument("--tracks", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--runs", type=int, default=3)
    bench = Bench(parser.parse_args())
    count = bench.words.tracks
    subprocess.run([bench.words.aucat, "scan"], env=bench.environment, check=True, stdout=subprocess.DEVNULL)
    makers = {
        "tracks": lambda seconds: bench.schedule(count, CHAIN, seconds),
        "bare tracks": lambda seconds: bench.schedule(count, [], seconds),
        "one track": lambda seconds: bench.schedule(1, CHAIN, seconds),
    }
    if importlib.util.find_spec("aucat"):
        makers["chains"] = lambda seconds: bench.chains(count, CHAIN, seconds)
    best = {name: float("inf") for name in makers}
    for _ in range(bench.words.runs):
        for name, make in makers.items():
            best[name] = min(best[name], bench.per_second(make))
    print(f"processor time of a second of sound, in ms, a chain of {len(CHAIN)} plugins")
    print(f"{count} tracks with a chain each        {best['tracks'] * 1e3:8.2f}")
    print(f"{count} times one track with its chain  {count * best['one track'] * 1e3:8.2f}   ratio {best['tracks'] / count / best['one track']:.3f}")
    if "chains" in best:
        print(f"{count} chains alone                    {best['chains'] * 1e3:8.2f}   ratio {best['tracks'] / best['chains']:.3f}")
    print(f"{count} tracks without chains           {best['bare tracks'] * 1e3:8.2f}")


main()
