"""A watch that scans, into which faults are forced while bundles come and go."""
import os, signal, subprocess, threading, time

import bundles
import examination
import machine as machines
from scenario import Scenario

PATIENCE = 15  # seconds until changes count as not seen; a scan follows after at most 6


class Reader(threading.Thread):
    """Takes what a child prints, as it comes."""

    def __init__(self, stream):
        super().__init__()
        self.stream, self.lines = stream, []
        self.start()

    def run(self):
        for line in self.stream:
            self.lines.append(line.decode(errors="replace"))

    def count(self, kind):
        return sum(f'"kind":"{kind}"' in line for line in self.lines)

    @property
    def text(self):
        return "".join(self.lines)


class Watch(Scenario):
    """`watch`: a bundle has come before it begins, another goes while it watches, and then it is asked to end."""

    most = 6  # each takes a second

    def __init__(self, name):
        super().__init__(name, "used", "watch", "--json", prepare=self.install, scans=True, ends=(130,))

    def install(self, machine):
        machine.install(bundles.SPARE)

    def run(self, machine, fault=None, log=None):
        child = machine.start(*self.words, fault=fault, log=log)
        out, err = Reader(child.stdout), Reader(child.stderr)
        self.wait(child, out, "added")
        os.unlink(f"{machine.home}/lv2/{bundles.INSTALLED[0]}")
        self.wait(child, out, "removed")
        if child.poll() is None:
            child.send_signal(signal.SIGTERM)
        try:
            status = child.wait(machines.PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            status = None
        out.join()
        err.join()
        child.stdout.close()
        child.stderr.close()
        return machines.Result(self.words, status, out.text, err.text)

    def wait(self, child, out, kind):
        """Waits for the changes of a bundle's plugins, or for a catalog made anew, after which everything may have changed."""
        resets, end = out.count("reset"), time.monotonic() + PATIENCE
        while child.poll() is None and out.count(kind) < bundles.PLUGINS and out.count("reset") == resets:
            if time.monotonic() > end:
                return
            time.sleep(0.02)

    def is_done(self, result):
        return result.status == 130 and not result.err

    def judge(self, machine, result):
        """Where it has said nothing and was only asked to end, it has seen and scanned everything."""
        if not self.is_done(result):
            return []
        if examination.listing(machine.run("search", "--all", "--json")) == self.listings[-1]:
            return []
        return [("silent", f"the last change was not scanned: {result}")]


def known():
    return [Watch("watch that scans")]
