#!/usr/bin/env python3
"""Forces faults on aucat: faults.py PROGRAM [--sample SECONDS] [--count N] [--all] [--seed N] [--only TEXT] [--jobs N] [--keep DIR]

Kills, calls that fail, power cuts and damage to the stores, one at a time, each in a home of its own; after each, commands
must neither crash nor hang nor need a hand, no acknowledged tag that a file still holds may be lost, and no answer may be
wrong without a word. Prints a table, also where it is interrupted, and for each failure its name, by which --only forces it
again."""
import argparse, collections, os, random, re, shutil, signal, subprocess, sys, tempfile, threading, time

import cases
import examination
import machine as machines
import scenarios

KINDS = ["crash", "hang", "loss", "silent", "blame", "hand", "unhealed"]
HEADINGS = ["crashes", "hangs", "losses", "silent", "blamed", "by hand", "unhealed"]
MOST = 25  # calls of a class that fail in one command, without --all
SAMPLED = 12  # commands of which a sample takes its faults
PAUSE = 60  # seconds between two lines that say how far the run is
SHOWN = 20  # failures that are printed as they come; all are in the summary
PARTICULAR = re.compile(r"/\S+|\d+|\(.*?\)(?!\))|\[.*?\]")  # what differs between failures with one cause
AMOUNTS = {
    # How often each kind of damage is done to each file.
    ("used", "user"): {"flip": 1600, "byte": 400, "zero": 40, "copy": 400, "swap": 150, "cut": 150, "noise": 250},
    ("used", "catalog"): {"flip": 1200, "byte": 300, "zero": 80, "copy": 300, "swap": 100, "cut": 120, "noise": 200},
    # With the catalog gone, so that a new one takes over what the file of results has.
    ("used", "results"): {"flip": 100, "byte": 40, "zero": 10, "copy": 20, "cut": 30, "noise": 40},
    # The newest backup, with the store gone; and the store again, once a command has recovered it.
    ("used", "backup"): {"flip": 300, "byte": 100, "zero": 20, "copy": 60, "swap": 30, "cut": 60, "noise": 100},
    ("used", "user twice"): {"flip": 100, "zero": 20, "copy": 40, "cut": 40, "noise": 80},
    ("unsettled", "user log"): {"flip": 200, "zero": 10, "cut": 80, "noise": 80},
    ("unsettled", "catalog log"): {"flip": 200, "zero": 10, "cut": 80, "noise": 80},
    ("unsettled", "user"): {"flip": 150, "cut": 30, "copy": 40},
    ("unsettled", "catalog"): {"flip": 150, "cut": 30, "copy": 40},
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", help="where aucat is installed, or its file")
    parser.add_argument("--sample", type=float, metavar="SECONDS", help="only as many faults as fit, from all groups")
    parser.add_argument("--count", type=int, metavar="N", help="only N faults, drawn from all")
    parser.add_argument("--all", action="store_true", help=f"every call fails, not {MOST} of a class in a command")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", metavar="TEXT", help="a fault by its name, or those whose name contains the text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", metavar="DIR", help="puts the home there, as the last fault and its examination left it")
    return parser.parse_args()


def compiled(name, folder):
    """A library that a C compiler makes."""
    source, library = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".c"), f"{folder}/{name}.so"
    beside_swift = os.path.join(os.path.dirname(os.path.realpath(shutil.which("swift") or "/swift")), "clang")
    candidates = [os.environ.get("CC"), "cc", "clang", "gcc", beside_swift]
    compiler = next((name for name in candidates if name and shutil.which(name)), None)
    if not compiler:
        raise SystemExit("faults: there is no C compiler; install gcc or clang")
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", source, "-o", library, "-ldl"], check=True)
    return library


class Run:
    """All chosen faults on some machines."""

    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="faults", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        injector, plugin = compiled("inject", self.folder), compiled("plugin", self.folder)
        self.machines = [
            machines.Machine(f"{self.folder}/{number}", options.program, injector, plugin)
            for number in range(options.jobs)
        ]
        self.lock = threading.Lock()
        self.counts = collections.defaultdict(collections.Counter)
        self.failures = []
        self.told = time.monotonic()
        self.is_interrupted = False

    def interrupt(self, *_):
        """Ends the run after the faults that are being forced."""
        self.is_interrupted = True

    def cases(self):
        """All faults, in an order that the seed decides."""
        first, seed, only = self.machines[0], self.options.seed, self.options.only or ""
        chosen = scenarios.scenarios(first)
        cases.Damage.truths = {base: self.truth(base) for base in ("used", "unsettled")}
        case = cases.named(only, first, chosen)
        if case:
            return [case]
        if self.options.sample and not only:
            chosen = random.Random(seed).sample(chosen, SAMPLED)
        found = []
        for scenario in chosen if not only.startswith(("damage", "cut")) else []:
            scenario.learn(first)
            most = sys.maxsize if self.options.all else MOST
            found += [*cases.kills(scenario), *cases.failures(scenario, random.Random(f"{seed} {scenario.name}"), most)]
        if not only.startswith(("damage", "kill", "fail")):
            found += cases.Session(first).cuts(seed)
        for (base, file), amounts in AMOUNTS.items():
            found += cases.damages(first, base, file, amounts, random.Random(f"{seed} {base} {file}"))
        found = [case for case in found if only in case.name]
        random.Random(seed).shuffle(found)
        found = found[: self.options.count]
        return spread(found) if self.options.sample else found

    def truth(self, base):
        machine = self.machines[0]
        machine.restore(base)
        users = machines.facts(machine.must("export").out)
        listing = examination.listing(machine.must("search", "--all", "--json"))
        return examination.Truth([users], [listing])

    def work(self, machine, queue, until):
        while True:
            with self.lock:
                if not queue or self.is_interrupted or until and time.monotonic() > until:
                    return
                self.tell(len(queue))
                case = queue.popleft()
            problems = case.force(machine)
            with self.lock:
                self.count(case, problems)

    def tell(self, left):
        """Says how far the run is, at times."""
        if time.monotonic() - self.told >= PAUSE:
            self.told = time.monotonic()
            print(f"{left} faults are left, {len(self.failures)} failed", file=sys.stderr, flush=True)

    def count(self, case, problems):
        group = self.counts[case.group]
        if problems is None:
            return
        group["faults"] += 1
        for kind in {kind for kind, _ in problems}:
            group[kind] += 1
        worst = [problem for problem in problems if problem[0] in KINDS]
        if worst:
            self.failures.append((case.name, worst))
            if len(self.failures) <= SHOWN or self.options.only:
                print(f"{case.name}\n  " + "\n  ".join(f"{kind}: {text}" for kind, text in worst[:3]), flush=True)

    def force(self):
        building = [threading.Thread(target=scenarios.build, args=[machine]) for machine in self.machines]
        for thread in building:
            thread.start()
        for thread in building:
            thread.join()
        queue = collections.deque(self.cases())
        print(f"{len(queue)} faults", flush=True)
        self.told = time.monotonic()
        until = time.monotonic() + self.options.sample if self.options.sample else None
        workers = [threading.Thread(target=self.work, args=[machine, queue, until]) for machine in self.machines]
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.interrupt)
        for thread in workers:
            thread.start()
        for thread in workers:
            thread.join()
        if self.options.keep:
            shutil.copytree(self.machines[0].home, self.options.keep, symlinks=True)

    def report(self):
        width = max(map(len, self.counts), default=0)
        print("\n" + "".ljust(width) + "".join(heading.rjust(10) for heading in ["faults", *HEADINGS]))
        total = collections.Counter()
        for group in sorted(self.counts):
            total.update(self.counts[group])
            print(group.ljust(width) + "".join(str(self.counts[group][kind]).rjust(10) for kind in ["faults", *KINDS]))
        print("all".ljust(width) + "".join(str(total[kind]).rjust(10) for kind in ["faults", *KINDS]))
        print(f"{total['late']} altered listings that no read of SQLite's notices lasted until a scan, which is allowed")
        self.summarize()
        print(f"seed {self.options.seed}; {len(self.failures)} of {total['faults']} faults failed")

    def summarize(self):
        """The failures by what was wrong first, the most frequent first, each with a command that forces it again."""
        alike = collections.defaultdict(list)
        for name, problems in self.failures:
            kind, text = problems[0]
            alike[kind, PARTICULAR.sub("…", text)[:300]].append(name)
        for (kind, text), names in sorted(alike.items(), key=lambda item: -len(item[1])):
            print(f"\n{len(names)} × {kind}: {text}")
            print(f"  {sys.argv[0]} {self.options.program} --only '{names[0]}'")


def spread(cases):
    """The same cases, from each group in turn."""
    groups = collections.defaultdict(list)
    for case in cases:
        groups[case.group].append(case)
    result = []
    while any(groups.values()):
        result += [group.pop() for group in groups.values() if group]
    return result


def main():
    options = arguments()
    options.program = os.path.abspath(options.program)
    if os.path.isdir(options.program):
        options.program += "/bin/aucat"
    if options.seed is None:
        options.seed = random.randrange(1 << 31)
    print(f"seed {options.seed}", flush=True)
    run = Run(options)
    try:
        run.force()
        run.report()
    finally:
        shutil.rmtree(run.folder, ignore_errors=True)
    sys.exit(1 if run.failures else 0)


if __name__ == "__main__":
    main()
