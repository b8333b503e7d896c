#!/usr/bin/env python3
"""What is heard where a plugin fails while it plays: aucat live by each --isolation, and jalv in series.

    Tests/Benchmarks/falls.py AUCAT PLUGINS [--only KIND,...] [--servers jackd,pipewire] [--hosts each,chain,none,jalv]

On JACK's dummy device and on PipeWire's null sink, with JACK-Client and numpy from PyPI. PLUGINS is a folder for LV2_PATH with the test
plugins: Tests/TestPlugins/Bundle and, beside its files, libTestPlugins.so as plugins.so. A sine goes through an amplifier, the plugin that
fails once it is told to, and another amplifier. For four seconds from then on: how long nothing was heard, and the longest time for
which another program of the server got no block, beside the longest before; who was named, whether sound is back, and what has been left behind.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from live import Server, Session

GAIN = "urn:aucat:test:gain-stereo"
# What makes a plugin fail: a parameter, its value before, and then; none where it fails from its first block on.
KINDS = {
    "crash": ("crash-run", "after", 16_777_216, 0),
    "abort": ("abort-run", "after", 16_777_216, 0),
    "exit": ("exit-run", "after", 16_777_216, 0),
    "SIGTERM": ("signals", "after", 16_777_216, 0),
    "sleeps for ever": ("hang-run", "after", 16_777_216, 0),
    "endless loop": ("spin-run", "after", 16_777_216, 0),
    "SIGSTOP": ("stop-run", "after", 16_777_216, 0),
    "memory": ("eat-run", "after", 16_777_216, 0),
    "setrlimit": ("limit-run", "after", 16_777_216, 0),
    "200 ms a block": ("slow", "microseconds", 0, 200_000),
    "descriptors": ("closes-descriptors", None, 0, 0),
    "threads": ("threads", None, 0, 0),
    "forks": ("forks-in-run", None, 0, 0),
    "not finite": ("not-finite", "after", 16_777_216, 0),
}


class PipeWire:
    """A PipeWire of the benchmark's own."""

    def __init__(self, folder):
        library = next(Path("/usr/lib").glob("*/pipewire-0.3/jack"))
        self.environment = os.environ | {"XDG_RUNTIME_DIR": str(folder), "LD_LIBRARY_PATH": str(library)}
        self.process = subprocess.Popen(
            ["pipewire", "-c", Path(__file__).with_name("pipewire.conf").resolve()], env=self.environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        time.sleep(2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def listen(first, last):
    """A client of the server in a process of its own, whose orders come as lines: `mark`, `end`."""
    import jack
    import numpy

    client = jack.Client("ear", no_start_server=True)
    output, heard = client.outports.register("out"), client.inports.register("in")
    sine = (numpy.sin(2 * numpy.pi * numpy.arange(48) / 48) * 0.5).astype("f4")
    blocks, times = [], []

    def process(frames):
        times.append(time.monotonic())
        start = blocks[-1][0] + blocks[-1][2] if blocks else 0
        output.get_array()[:] = sine[numpy.arange(start, start + frames) % 48]
        now = heard.get_array()
        level, was_stuck = float(numpy.abs(now).max()), blocks[-1:] and blocks[-1][3] == hash(now.tobytes())
        # A server may repeat the last block of a client that has stopped. The sine is never the same twice running.
        blocks.append((start, 0 if was_stuck else level, frames, hash(now.tobytes())))

    client.set_process_callback(process)
    client.activate()

    def connect(source, target):
        for _ in range(100):
            ports = client.get_ports(source, is_audio=True, is_output=True), client.get_ports(target, is_audio=True, is_input=True)
            if all(ports):
                # Only the ones named, whatever a server connects by itself.
                for old in client.get_all_connections(ports[0][0]):
                    client.disconnect(ports[0][0], old)
                return client.connect(ports[0][0], ports[1][0])
            time.sleep(0.05)
        raise SystemExit(f"no port {source} or {target}")

    names = ["ear:out", *first, *last, "ear:in"]
    for source, target in zip(names[::2], names[1::2]):
        connect(source, target)
    print("connected", flush=True)
    marks = []
    for line in sys.stdin:
        marks.append(len(blocks))
        if line.strip() == "end":
            break
    start, end = marks[0], marks[-1]
    gaps = [1_000 * (b - a) for a, b in zip(times, times[1:])]
    silent = [1_000 * frames / client.samplerate for _, level, frames, _ in blocks[start:end] if level < 0.02]
    print(json.dumps({
        "before": max(gaps[max(0, start - 400):start - 1], default=0), "during": max(gaps[start - 1:end - 1], default=4_000),
        "silent": sum(silent), "last": blocks[end - 1][1] if end > start else 0,
        # A server that has lost its clients calls nobody.
        "blocks": end - start}), flush=True)
    os._exit(0)


def descendants(process):
    found = [process]
    for number in found:
        try:
            for thread in Path(f"/proc/{number}/task").iterdir():
                found += map(int, (thread / "children").read_text().split())
        except OSError:
            pass
    return found


def leftovers(processes):
    return [number for number in processes if Path(f"/proc/{number}").exists() and "\nState:\tZ" not in Path(f"/proc/{number}/status").read_text()]


class Ours:
    def __init__(self, aucat, environment, kind, isolation):
        name, parameter, before, self.then = KINDS[kind]
        self.parameter, self.uri = parameter, "urn:aucat:test:" + name
        middle = [] if parameter is None else ["--through", self.uri, "--set", f"{parameter}={before}"]
        words = ["--through", GAIN, "--set", "gain=0.5", *middle, "--through", GAIN, "--set", "gain=0.5"]
        self.notices = tempfile.TemporaryFile("w+")
        self.session = Session(aucat, environment, "falls", [], ["--isolation", isolation, *words], self.notices, self.notices)
        self.first, self.last = ["falls:in_1"], ["falls:out_1"]

    def fail(self):
        request = {"request": "set", "place": 2, "parameter": self.parameter, "value": self.then}
        if self.parameter is None:
            request = {"request": "insert", "place": 2, "component": self.uri}
        # Where it shares the host's process, there may be no answer.
        self.session.socket.sendall(json.dumps(request).encode() + b"\n")

    def told(self):
        if self.session.process.poll() is not None:
            how = self.session.process.returncode
        else:
            how = None
        self.notices.seek(0)
        named, back = [], []
        for line in self.notices:
            notice = json.loads(line) if line.startswith("{") else {"text": line}
            if notice.get("severity") == "error":
                named.append(notice["message"])
            if notice.get("notice") in ("fell", "muted", "late", "hung", "failed", "end"):
                named.append(" ".join(filter(None, (notice.get("name"), notice["notice"], notice.get("text")))))
            if notice.get("notice") == "recovered":
                back.append(notice["seconds"])
        return how, named, back

    def processes(self):
        return descendants(self.session.process.pid)

    def end(self):
        start = time.monotonic()
        self.session.process.send_signal(signal.SIGTERM)
        try:
            self.session.process.wait(5)
        except subprocess.TimeoutExpired:
            self.session.process.kill()
            self.session.process.wait()
        return time.monotonic() - start


class Jalv:
    def __init__(self, environment, kind):
        name, self.parameter, before, self.then = KINDS[kind]
        chain = [(GAIN, "gain=0.5"), ("urn:aucat:test:" + name, f"{self.parameter}={before}"), (GAIN, "gain=0.5")]
        self.hosts = [
            subprocess.Popen(
                ["jalv", "-n", f"host{number}", *(["-c", value] if not value.startswith("None") else []), uri], env=environment,
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
            for number, (uri, value) in enumerate(chain)
        ]
        time.sleep(2)
        left = {"not-finite": ("in", "out")}.get(name, ("in_left", "out_left"))
        self.first = ["host0:in_left", "host0:out_left", "host1:" + left[0]]
        self.last = ["host1:" + left[1], "host2:in_left", "host2:out_left"]

    def fail(self):
        if self.parameter is None:
            return
        try:
            self.hosts[1].stdin.write(f"{self.parameter} = {self.then}\n")
            self.hosts[1].stdin.flush()
        except OSError:
            pass

    def told(self):
        return self.hosts[1].poll(), [], []

    def processes(self):
        return [host.pid for host in self.hosts]

    def end(self):
        for host in self.hosts:
            host.kill()
            host.wait()
        return 0


def attempt(aucat, environment, kind, host):
    subject = Jalv(environment, kind) if host == "jalv" else Ours(aucat, environment, kind, host)
    ear = subprocess.Popen(
        [sys.executable, __file__, "--listen", ",".join(subject.first), ",".join(subject.last)], env=environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    shared = set(os.listdir("/dev/shm"))
    if "connected" not in ear.stdout.readline():
        subject.end()
        ear.kill()
        return "no sound to begin with"
    time.sleep(2)

    def tell(order):
        ear.stdin.write(order + "\n")
        ear.stdin.flush()

    tell("mark")
    subject.fail()
    time.sleep(4)
    processes = subject.processes()
    tell("end")
    try:
        found = json.loads(ear.communicate(timeout=10)[0] or "null")
    except subprocess.TimeoutExpired:
        ear.kill()
        found = None
    how, named, back = subject.told()
    took = subject.end()
    time.sleep(0.3)
    left = leftovers(processes)
    for number in left:
        os.kill(number, signal.SIGKILL)
    files = {name for name in os.listdir("/dev/shm") if "jack" not in name and "pipewire" not in name} - shared
    if not found:
        return "the server lost its other clients"
    words = [f"silent {found['silent']:.0f} ms", f"others waited {found['during']:.0f} ms ({found['before']:.0f} before)"]
    words.append("sound" if found["last"] > 0.02 else "no sound at the end")
    if how is not None:
        words.append(f"ended with {how}")
    words.append("named: " + (named[-1] if named else "nobody"))
    if back:
        words.append("back after " + ", ".join(f"{seconds:.2f} s" for seconds in back))
    words.append(f"SIGTERM {took:.2f} s" if host != "jalv" and how is None else "")
    if left or files:
        words.append(f"left: {len(left)} processes, {', '.join(sorted(files)) or 'no files'}")
    return "; ".join(filter(None, words))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("aucat")
    parser.add_argument("plugins")
    parser.add_argument("--only", default=",".join(KINDS))
    parser.add_argument("--servers", default="jackd,pipewire")
    parser.add_argument("--hosts", default="each,chain,none,jalv")
    given = parser.parse_args()
    for kind_of_server in given.servers.split(","):
        print(f"\n| {kind_of_server} | " + " | ".join(given.hosts.split(",")) + " |\n|---" + "|---" * len(given.hosts.split(",")) + "|")
        for kind in given.only.split(","):
            cells = []
            for host in given.hosts.split(","):
                # A server that has been left hanging is of no use to the next.
                with tempfile.TemporaryDirectory() as folder:
                    with Server(256, is_realtime=True) if kind_of_server == "jackd" else PipeWire(Path(folder)) as server:
                        environment = getattr(server, "environment", os.environ) | {
                            "XDG_RUNTIME_DIR": folder, "LV2_PATH": given.plugins, "HOME": folder}
                        if kind_of_server == "jackd":
                            environment |= {"JACK_DEFAULT_SERVER": server.name}
                        cells.append(attempt(given.aucat, environment, kind, host))
            print(f"| {kind} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--listen"]:
        listen(sys.argv[2].split(","), sys.argv[3].split(","))
    else:
        main()
