#!/usr/bin/env python3
"""Figures of a session under control, on a JACK server without a sound card.

    Tests/Benchmarks/live.py AUCAT [--seconds 20] [--block 256] [--requests 200] [--late MINUTES]

Request to answer: what `aucat live send` waits for; the answer comes once a block with the change has been rendered, so that it is
also the longest time from a request to its sound, but for the server's own buffers. Processor time: a chain of four, beside four
jalv in series. With --late: blocks that came too late at 32, 64 and 256 frames on a busy machine, beside a client that has nothing
to do.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time

CHAIN = [
    "http://calf.sourceforge.net/plugins/Compressor",
    "http://calf.sourceforge.net/plugins/Equalizer5Band",
    "http://calf.sourceforge.net/plugins/VintageDelay",
    "http://calf.sourceforge.net/plugins/Reverb",
]
REVERB = CHAIN[3]


class Server:
    """A JACK server of the benchmark's own."""

    def __init__(self, block):
        self.name = f"aucat-bench-{os.getpid()}"
        command = ["jackd", "-n", self.name, "-r", "-d", "dummy", "-r", "48000", "-p", str(block)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1.5)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Session:
    """`aucat live`, and a connection to it."""

    def __init__(self, aucat, environment, name, chain):
        words = [word for uri in chain for word in ("--through", uri)]
        self.process = subprocess.Popen(
            [aucat, "live", "--name", name, "--json"] + words, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL)
        path = os.path.join(environment["XDG_RUNTIME_DIR"], "aucat", name + ".sock")
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(200):
            try:
                self.socket.connect(path)
                break
            except OSError:
                time.sleep(0.05)
        self.reader = self.socket.makefile("rb")

    def ask(self, **request):
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        answer = json.loads(self.reader.readline())
        if not answer["ok"]:
            raise SystemExit(answer["error"]["message"])
        return answer

    def time(self, count, requests):
        """The milliseconds from request to answer, of requests in turn."""
        times = []
        for number in range(count):
            start = time.perf_counter()
            self.ask(**requests[number % len(requests)])
            times.append((time.perf_counter() - start) * 1_000)
        return times

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def row(name, times):
    ordered = sorted(times)
    print(f"| {name} | {statistics.median(times):.1f} ms | {ordered[int(len(ordered) * 0.99) - 1]:.1f} ms |", flush=True)


def processor_time(process):
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def answers(aucat, environment, block, count):
    with Server(block) as server:
        session = Session(aucat, environment | {"JACK_DEFAULT_SERVER": server.name}, "bench", CHAIN)
        print(f"\n| request to answer, {block} frames ({block / 48:.1f} ms) | median | 99th percentile |\n|---|---|---|")
        row("list", session.time(count, [{"request": "list"}]))
        sets = [{"request": "set", "place": 4, "parameter": "amount", "value": value} for value in (0.25, 1)]
        row("set", session.time(count, sets))
        row("bypass", session.time(count, [{"request": "bypass", "place": 4}]))
        session.ask(request="snapshot", do="save", name="a")
        session.ask(**sets[0])
        session.ask(request="bypass", place=2)
        session.ask(request="snapshot", do="save", name="b")
        recalls = [{"request": "snapshot", "name": name} for name in "ab"]
        row("snapshot of parameters", session.time(count, recalls))
        edits = [{"request": "insert", "place": 1, "component": REVERB}, {"request": "remove", "place": 1}]
        times = session.time(count // 2 * 2, edits)
        row("insert Calf Reverb", times[::2])
        row("remove it", times[1::2])
        session.end()


def processor(aucat, environment, block, seconds):
    with Server(block) as server:
        environment = environment | {"JACK_DEFAULT_SERVER": server.name}
        session = Session(aucat, environment, "bench", CHAIN)
        before = processor_time(session.process.pid)
        time.sleep(seconds)
        ours = processor_time(session.process.pid) - before
        session.end()
        print(f"\n| processor time in {seconds} s | |\n|---|---|\n| aucat live, a chain of four | {ours:.2f} s |")
        if not shutil.which("jalv"):
            return
        hosts = [
            subprocess.Popen(
                ["jalv", "-n", f"host{number}", uri], env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            for number, uri in enumerate(CHAIN)
        ]
        time.sleep(4)
        before = [processor_time(host.pid) for host in hosts]
        time.sleep(seconds)
        theirs = sum(processor_time(host.pid) - start for host, start in zip(hosts, before))
        for host in hosts:
            host.kill()
            host.wait()
        print(f"| four jalv | {theirs:.2f} s |", flush=True)


def late(aucat, environment, minutes):
    print("\n| late blocks, busy machine | chain of four | chain of eight | a gain alone | blocks |\n|---|---|---|---|---|")
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count())]
    try:
        for block in (32, 64, 256):
            figures = []
            for chain in (CHAIN, CHAIN * 2, ["http://calf.sourceforge.net/plugins/StereoTools"]):
                with Server(block) as server:
                    session = Session(aucat, environment | {"JACK_DEFAULT_SERVER": server.name}, "bench", chain)
                    start = session.ask(request="cost")["xruns"]
                    time.sleep(minutes * 60)
                    figures.append(session.ask(request="cost")["xruns"] - start)
                    session.end()
            print(f"| {block} frames | " + " | ".join(map(str, figures)) + f" | {int(minutes * 60 * 48_000 / block)} |", flush=True)
    finally:
        for process in busy:
            process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("aucat")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--block", type=int, default=256)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--late", type=float, default=0, metavar="MINUTES")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"XDG_RUNTIME_DIR": folder}
        answers(given.aucat, environment, given.block, given.requests)
        processor(given.aucat, environment, given.block, given.seconds)
        if given.late:
            late(given.aucat, environment, given.late)


if __name__ == "__main__":
    main()
