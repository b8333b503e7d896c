#!/usr/bin/env python3
"""Figures of a session under control, on a JACK server without a sound card.

    Tests/Benchmarks/live.py AUCAT [--seconds 20] [--block 256] [--requests 200] [--late MINUTES]

Request to answer: what `aucat live send` waits for. Request to sound, with JACK-Client and numpy from PyPI: until a sine that
passes through the chain differs from what it was, beside jalv's console. Processor time: a chain of four, beside four jalv in
series. With --late: xruns at 32, 64 and 256 frames on a busy machine, in the same run for chains of four and eight and for a client
that has nothing to do, each on a server of its own.
"""

import argparse
import contextlib
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
# Neither delays nor remembers: with its defaults, it passes sound on.
GAIN = "http://calf.sourceforge.net/plugins/StereoTools"


class Server:
    """A JACK server of the benchmark's own."""

    count = 0

    def __init__(self, block, is_realtime=False):
        Server.count += 1
        self.name = f"aucat-bench-{os.getpid()}-{Server.count}"
        command = ["jackd", "-n", self.name, "-R" if is_realtime else "-r", "-d", "dummy", "-r", "48000", "-p", str(block)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(4)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Session:
    """`aucat live`, and a connection to it."""

    def __init__(self, aucat, environment, name, chain, options=(), notices=subprocess.DEVNULL, errors=None):
        words = [word for uri in chain for word in ("--through", uri)]
        self.process = subprocess.Popen(
            [aucat, "live", "--name", name, "--json", *options] + words, env=environment, stdin=subprocess.DEVNULL,
            stdout=notices, stderr=errors)
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


class Ear:
    """A client of JACK that sends a sine through another one, and hears when that changes."""

    PERIOD = 48

    def __init__(self, server, name):
        import jack
        import numpy

        self.numpy = numpy
        self.client = jack.Client("ear", servername=server.name, no_start_server=True)
        self.output = self.client.outports.register("out")
        self.input = self.client.inports.register("in")
        self.sine = numpy.sin(2 * numpy.pi * numpy.arange(self.PERIOD) / self.PERIOD).astype("f4") * 0.1
        self.heard = numpy.zeros(1 << 20, "f4")
        self.client.set_process_callback(self.process)
        self.client.activate()
        for port in self.client.get_ports(f"{name}:", is_audio=True, is_input=True):
            self.client.connect(self.output, port)
        self.client.connect(self.client.get_ports(f"{name}:", is_audio=True, is_output=True)[0], self.input)

    def process(self, frames):
        start = self.client.last_frame_time
        places = self.numpy.arange(start, start + frames)
        self.output.get_array()[:] = self.sine[places % self.PERIOD]
        self.heard[places % len(self.heard)] = self.input.get_array()

    def time(self, request):
        """The milliseconds from a request to its sound. What comes back through a server's client is a block late."""
        start = self.client.frame_time
        request()
        time.sleep(0.4)
        places = self.numpy.arange(start - 10 * self.PERIOD, start + 48 * 350)
        sound = self.heard[places % len(self.heard)]
        change = abs(sound[self.PERIOD:] - sound[:-self.PERIOD]) > 1e-4
        if not change.any():
            raise SystemExit("a request is not heard")
        first = int(change.argmax()) - 9 * self.PERIOD - self.client.blocksize
        return first / 48


def sounds(aucat, environment, block, count):
    """Request to sound: a sine through a plugin that only changes its level."""
    try:
        import jack  # noqa: F401
        import numpy  # noqa: F401
    except ImportError:
        print("\nrequest to sound: not measured without JACK-Client and numpy")
        return
    print(f"\n| request to sound, {block} frames | median | 99th percentile |\n|---|---|---|")
    with Server(block) as server:
        environment = environment | {"JACK_DEFAULT_SERVER": server.name}
        session = Session(aucat, environment, "bench", [GAIN])
        ear = Ear(server, "bench")
        levels = [{"request": "set", "place": 1, "parameter": "level_out", "value": value} for value in (0.5, 1)]

        def times(*requests):
            return [ear.time(lambda: session.ask(**requests[n % len(requests)])) for n in range(count)]

        time.sleep(1)
        row("set", times(*levels))
        session.ask(**levels[0])
        time.sleep(0.5)
        row("bypass", times({"request": "bypass", "place": 1}))
        session.ask(request="bypass", place=1, on=False)
        session.ask(request="snapshot", do="save", name="a")
        session.ask(**levels[1])
        session.ask(request="snapshot", do="save", name="b")
        row("snapshot of parameters", times({"request": "snapshot", "name": "a"}, {"request": "snapshot", "name": "b"}))
        edits = [{"request": "insert", "place": 2, "component": REVERB}, {"request": "remove", "place": 2}]
        inserts = []
        for _ in range(count // 4):
            inserts.append(ear.time(lambda: session.ask(**edits[0])))
            session.ask(**edits[1])
            time.sleep(0.5)
        row("insert Calf Reverb", inserts)
        ear.client.close()
        session.end()
        if not shutil.which("jalv"):
            return
        host = subprocess.Popen(
            ["jalv", "-n", "host", GAIN], env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, text=True)
        time.sleep(4)
        ear = Ear(server, "host")
        time.sleep(1)

        def say(line):
            host.stdin.write(line + "\n")
            host.stdin.flush()

        row("set, jalv", [ear.time(lambda: say(f"level_out = {(0.5, 1)[n % 2]}")) for n in range(count)])
        say("level_out = 0.5")
        time.sleep(0.5)
        row("bypass, jalv", [ear.time(lambda: say(f"bypass = {(1, 0)[n % 2]}")) for n in range(count)])
        ear.client.close()
        host.kill()
        host.wait()


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
    """Xruns. Realtime, where this user may, since else the busy programs are what is measured."""
    chains = {"chain of four": CHAIN, "chain of eight": CHAIN * 2, "nothing": [GAIN]}
    print("\n| xruns, busy machine | " + " | ".join(chains) + " | blocks |\n|---|---|---|---|---|")
    busy = [subprocess.Popen(["nice", "-n", "19", "sh", "-c", "while :; do :; done"]) for _ in range(os.cpu_count())]
    try:
        for block in (32, 64, 256):
            with contextlib.ExitStack() as stack:
                sessions = []
                for name, chain in zip("abc", chains.values()):
                    server = stack.enter_context(Server(block, is_realtime=True))
                    sessions.append(Session(aucat, environment | {"JACK_DEFAULT_SERVER": server.name}, name, chain))
                starts = [session.ask(request="cost")["xruns"] for session in sessions]
                time.sleep(minutes * 60)
                figures = [session.ask(request="cost")["xruns"] - start for session, start in zip(sessions, starts)]
                for session in sessions:
                    session.end()
            blocks = int(minutes * 60 * 48_000 / block)
            print(f"| {block} frames | " + " | ".join(map(str, figures)) + f" | {blocks} |", flush=True)
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
        sounds(given.aucat, environment, given.block, given.requests)
        processor(given.aucat, environment, given.block, given.seconds)
        if given.late:
            late(given.aucat, environment, given.late)


if __name__ == "__main__":
    main()
