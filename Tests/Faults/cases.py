"""The faults themselves: kills, calls that fail, power cuts and damage. Each case is one fault."""
import errno, os, random, zlib

import disk
import examination
import machine as machines

ERRORS = [
    # class, errno, whether the calls after it fail, too
    ("write", "ENOSPC", ""), ("write", "ENOSPC", "+"), ("write", "short", "+"), ("write", "EIO", ""), ("sync", "EIO", ""),
    ("read", "EIO", ""), ("read", "EIO", "+"), ("open", "EMFILE", ""), ("open", "EMFILE", "+"), ("open", "EACCES", ""), ("map", "ENOMEM", ""),
    ("map", "ENOMEM", "+"), ("lock", "ENOLCK", ""),
]
CUTS = ["synced", "names", "strict", "random", "random"]


class Case:
    """One fault: `force` returns what was wrong, or None if the fault was not reached."""

    def __init__(self, group, name):
        self.group, self.name = group, name
        # Decides which command meets the fault first.
        self.number = zlib.crc32(name.encode())


class Kill(Case):
    """The process ends before a change of a file, or in the middle of a write."""

    def __init__(self, scenario, fault):
        super().__init__("kill", f"kill/{scenario.name}/{fault}")
        self.scenario, self.fault = scenario, fault

    def force(self, machine):
        self.scenario.restore(machine)
        result = self.scenario.run(machine, fault=self.fault)
        if not self.scenario.is_killed(result):
            return None
        return examined(self.scenario, machine, result, examination.Examination(machine, self.scenario.truth(), self.number))


def examined(scenario, machine, result, examination):
    """All that is wrong after a fault in a scenario."""
    examination.problems += scenario.judge(machine, result)
    if not examination.is_over:
        examination.examine()
    if not examination.is_over:
        examination.problems += scenario.finish(machine)
    return examination.problems


class Failure(Case):
    """A call fails."""

    def __init__(self, scenario, kind, fault):
        super().__init__(f"failing {kind}", f"fail/{scenario.name}/{kind}/{fault}")
        self.scenario, self.fault = scenario, fault

    def force(self, machine):
        self.scenario.restore(machine)
        result = self.scenario.run(machine, fault=self.fault)
        done = self.scenario.is_done(result)
        later = examination.Examination(machine, self.scenario.truth(is_acknowledged=done), self.number)
        later.hear(result)
        if result.status not in self.scenario.ends and not result.err and not result.crashed:
            later.problem("silent", f"no word of failure: {result}")
        if self.scenario.reads and done and answer(result) != answer(self.scenario.result):
            later.problem("silent", f"the answer differs: {result}")
        if done:
            later.truth.partial = False
            later.listings = later.listings[1:]
        return examined(self.scenario, machine, result, later)


def answer(result):
    """What a command has said, without what differs between machines."""
    components = examination.listing(result)
    return (components, examination.marks(result)) if components else result.out


class Cut(Case):
    """A power cut during a session."""

    def __init__(self, session, policy, cut, chance):
        super().__init__("power cut, " + policy, f"cut/{policy}/{cut}/{chance}")
        self.session, self.policy, self.cut, self.chance = session, policy, cut, chance

    def force(self, machine):
        machine.clear()
        for path, content in sorted(self.session.disk.state(self.cut, self.policy, self.chance).items()):
            place = machine.home + path.removeprefix(self.session.home)
            os.makedirs(place if content is None else os.path.dirname(place), exist_ok=True)
            if content is not None:
                with open(place, "wb") as file:
                    file.write(content)
        return examination.Examination(machine, self.session.truth(self.cut), self.number).examine()


class Session:
    """Commands one after the other in a new home, recorded."""

    def __init__(self, machine):
        import scenarios
        target = examination.TARGET
        commands = [
            (("scan",), None), (("tag", "add", target, "First"), None), (("tag", "add", target, "Second"), None),
            (("import", "-"), scenarios.exported(20)), (("tag", "rename", "First", "Last"), None),
            (("scan", "--full"), None), (("collection", "add", "Live", target), None),
            (("tag", "remove", target, "Second"), None),
            (("saved", "add", "long", "presets > 0"), None), (("hide", target), None), (("favorite", target), None),
            (("export", "tmp/export.jsonl"), None), (("import", "--replace", "-"), scenarios.exported(12, first=6)),
            (("scan",), None), (("tag", "set", target, "Set"), None),
        ]
        self.home = machine.home
        self.learn(machine, commands)
        self.record(machine, commands)

    def learn(self, machine, commands):
        """What is true after each command."""
        machine.clear()
        self.users = [frozenset()]
        for words, text in commands:
            machine.must(*words, text=text)
            self.users.append(machines.facts(machine.must("export").out))
        self.listing = examination.listing(machine.must("search", "--all", "--json"))

    def record(self, machine, commands):
        machine.clear()
        log = machine.folder + "/session"
        self.ends = []
        for words, text in commands:
            result = machine.run(*words, text=text, log=log)
            if result.status != 0:
                raise SystemExit(f"faults: without any fault, {result}")
            self.ends.append(len([entry for entry in disk.records(log) if not entry.what.isdigit()]))
        self.disk = disk.Disk(disk.records(log), machine.home)

    def truth(self, cut):
        """The tags of all commands that have ended before the cut, and perhaps those of the one that had not."""
        done = sum(end <= cut for end in self.ends)
        users = self.users[done:done + (1 if cut in [0] + self.ends else 2)]
        return examination.Truth(users, [self.listing], partial=True)

    def cuts(self, seed):
        """A case for every cut that leaves another state."""
        seen = set()
        for cut in range(len(self.disk.entries) + 1):
            done = sum(end <= cut for end in self.ends)
            for number, policy in enumerate(CUTS):
                chance = hash((seed, cut, number)) & 0xFFFFFFFF
                state = self.disk.state(cut, policy, chance)
                mark = (done, disk.digest(state))
                if mark not in seen:
                    seen.add(mark)
                    yield Cut(self, policy, cut, chance)


class Damage(Case):
    """A file of a store has changed on the disk."""

    def __init__(self, base, file, kind, place):
        super().__init__(f"{file}: {kind}", f"damage/{base}/{file}/{kind}/{'.'.join(map(str, place))}")
        self.base, self.file, self.kind, self.place = base, file, kind, place

    def force(self, machine):
        machine.restore(self.base)
        if self.file == "user twice":
            return self.force_twice(machine)
        users = self.truths[self.base].users
        damage(place_of(self.file, machine), self.kind, self.place)
        store = {"catalog": "catalog", "results": "results"}.get(self.file.split()[0], "user")
        if self.file == "backup":
            machines.remove(machine.store)
        if self.file == "results":
            machines.remove(machine.catalog)
        required = users[0] & held(machine) if store == "user" else users[0]
        if self.file == "user log":
            # SQLite ends a log at its first damaged commit, as after a power cut.
            users, required = users + [machine.facts], required & machine.facts
        return self.examined(machine, users, required, store)

    def force_twice(self, machine):
        """Damages the store, lets a command recover it, and damages what has taken its place."""
        damage(machine.store, self.kind, self.place)
        machine.run("search", "--all")
        saved = machine.run("export")
        if saved.status != 0 or os.path.getsize(machine.store) <= self.place[0]:
            return None
        damage(machine.store, self.kind, self.place)
        users = machines.facts(saved.out)
        return self.examined(machine, [users], users & held(machine), "user")

    def examined(self, machine, users, required, store):
        newer = store == "user" and machines.version(machine.store) > machines.version(machine.backups()[-1])
        truth = examination.Truth(
            users, self.truths[self.base].listings, required=required, damaged=(store,), newer=newer)
        return examination.Examination(machine, truth, self.number).examine()


PAGE = 4096


def held(machine):
    """The facts that a store still has, and where SQLite's check finds damage, those of the newest sound backup."""
    is_there = os.path.exists(machine.store)
    found = frozenset(machines.readable(machine.store) if is_there else ())
    if is_there and machines.is_sound(machine.store):
        return found
    return found.union(*map(machines.readable, list(filter(machines.is_sound, machine.backups()))[-1:]))


def place_of(file, machine):
    """The path of a file that is damaged."""
    if file == "backup":
        return machine.backups()[-1]
    if file == "results":
        return machine.results
    path = machine.catalog if file.startswith("catalog") else machine.store
    return path + "-wal" if file.endswith(" log") else path


def damage(path, kind, place):
    """Damages a file: flip (byte, bit), byte (place, value), zero (page), copy (from, to), swap (page, page), cut (size),
    noise (place, length, seed)."""
    with open(path, "rb") as file:
        content = bytearray(file.read())
    if kind == "flip":
        content[place[0]] ^= 1 << place[1]
    elif kind == "byte":
        content[place[0]] = place[1]
    elif kind == "zero":
        content[place[0] * PAGE:(place[0] + 1) * PAGE] = bytes(PAGE)
    elif kind in ("copy", "swap"):
        pages = [bytes(content[page * PAGE:(page + 1) * PAGE]) for page in place]
        content[place[1] * PAGE:(place[1] + 1) * PAGE] = pages[0]
        if kind == "swap":
            content[place[0] * PAGE:(place[0] + 1) * PAGE] = pages[1]
    elif kind == "cut":
        del content[place[0]:]
    elif kind == "noise":
        content[place[0]:place[0] + place[1]] = random.Random(place[2]).randbytes(place[1])
    with open(path, "wb") as file:
        file.write(content)


def damages(machine, base, file, amounts, chance):
    """Cases of damage at random places of a file."""
    machine.restore(base)
    path = place_of(file, machine)
    size = os.path.getsize(path)
    pages = max(1, size // PAGE)
    places = {
        "flip": lambda: (chance.randrange(size), chance.randrange(8)),
        "byte": lambda: (chance.randrange(size), chance.choice([0, 255])),
        "zero": lambda: (chance.randrange(pages),),
        "copy": lambda: tuple(chance.sample(range(pages), 2)),
        "swap": lambda: tuple(chance.sample(range(pages), 2)),
        "cut": lambda: (chance.choice([chance.randrange(size), chance.randrange(pages) * PAGE, chance.randrange(40)]),),
        "noise": lambda: (chance.randrange(size), chance.randrange(1, 3000), chance.randrange(10 ** 6)),
    }
    for kind, amount in amounts.items():
        chosen = {places[kind]() for _ in range(amount)}
        for place in sorted(chosen):
            yield Damage(base, file, kind, place)


def kills(scenario):
    for number in range(1, scenario.calls["change"] + 1):
        yield Kill(scenario, f"kill:change:{number}")
    for number in range(1, scenario.calls["write"] + 1):
        yield Kill(scenario, f"torn:write:{number}")


def failures(scenario, chance, most):
    """Cases of each class of calls, at most so many."""
    most = min(most, scenario.most or most)
    for kind, error, ending in ERRORS:
        code = error if error == "short" else getattr(errno, error)
        numbers = range(1, scenario.calls[kind] + 1)
        for number in sorted(chance.sample(numbers, min(most, len(numbers)))):
            name = f"{kind} ({error}{', lasting' if ending else ''})"
            yield Failure(scenario, name, f"{code}:{kind}:{number}{ending}")


def named(name, machine, scenarios):
    """The case of a name, whatever the seed; None for a part of one."""
    parts = name.split("/")
    scenario = next((scenario for scenario in scenarios if parts[1:2] == [scenario.name]), None)
    if parts[0] == "kill" and len(parts) == 3 and scenario:
        scenario.learn(machine)
        return Kill(scenario, parts[2])
    if parts[0] == "fail" and len(parts) == 4 and scenario:
        scenario.learn(machine)
        return Failure(scenario, parts[2], parts[3])
    if parts[0] == "cut" and len(parts) == 4:
        return Cut(Session(machine), parts[1], int(parts[2]), int(parts[3]))
    if parts[0] == "damage" and len(parts) == 5:
        return Damage(*parts[1:4], tuple(map(int, parts[4].split("."))))
    return None
