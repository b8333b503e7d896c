"""A command into which faults are forced, in a state of the home."""
import os

import disk
import examination
import machine as machines


class Scenario:
    """A command in a state.

    prepare  changes the home after it was put into the state
    reads    the command only reads: its answer is judged, too
    scans    the catalog may be half-way until the next scan
    mends    the state is damaged, and the command recovers it
    ends     its statuses without a fault
    target   the program that faults are forced into"""

    most = None  # calls of a class that fail, where they are fewer than usual
    roots = ()  # folders besides the home where faults are forced

    def __init__(
        self, name, base, *words, text=None, prepare=None, reads=False, scans=False, mends=False, ends=(0,),
        target="aucat"):
        self.name, self.base, self.words, self.text, self.prepare = name, base, words, text, prepare
        self.reads, self.scans, self.mends = reads, scans, mends
        self.ends, self.target, self.calls = ends, target, None

    def restore(self, machine):
        machine.restore(self.base)
        if self.prepare:
            self.prepare(machine)

    def run(self, machine, fault=None, log=None):
        return machine.run(*self.words, text=self.text, fault=fault, log=log, target=self.target, roots=self.roots)

    def is_killed(self, result):
        """Whether a kill was reached."""
        return result.status == -9

    def is_done(self, result):
        """Whether the command has said that it did all."""
        return result.status == 0 and not result.err

    def judge(self, machine, result):
        """What is wrong at once with what the command has left, beside the stores: pairs of a kind and a text."""
        return []

    def finish(self, machine):
        """What is wrong with it in the end."""
        return []

    def learn(self, machine):
        """Runs the command without a fault: what is true before and after it, and how many calls of each class it makes."""
        self.restore(machine)
        before = [machines.facts(machine.run("export").out), self.listed(machine)]
        self.restore(machine)
        log = machine.folder + "/log"
        if os.path.exists(log):
            os.unlink(log)
        self.result = self.run(machine, log=log)
        if self.result.status not in self.ends:
            raise SystemExit(f"faults: without any fault, {self.name}: {self.result}")
        self.calls = counted(log)
        after = [machines.facts(machine.must("export").out), self.listed(machine)]
        machine.must("scan")
        self.users = [before[0], after[0]]
        self.listings = [before[1], after[1], self.listed(machine)]

    def listed(self, machine):
        """The listing, unless showing it would scan."""
        if not os.path.exists(machine.catalog):
            return ()
        return examination.listing(machine.run("search", "--all", "--json")) or ()

    def truth(self, is_acknowledged=False):
        users = self.users[1:] if is_acknowledged else self.users
        damaged = ("user",) if self.mends else ()
        return examination.Truth(users, self.listings, partial=self.scans, lenient=self.mends, damaged=damaged)


def counted(log):
    """How many calls of each class a record has."""
    calls = [0] * len(disk.CLASSES)
    for record in disk.records(log):
        if record.what in "0123456":
            calls[int(record.what)] += 1
    return dict(zip(disk.CLASSES, calls))
