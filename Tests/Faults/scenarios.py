"""The states that faults begin from, and the commands into which they are forced."""
import contextlib, json, os, sqlite3, time

import bundles
import examination
import exports
import machine as machines
import renders
import watches
from scenario import Scenario

FACTS = 60


def exported(number, first=0):
    """A file to import: tags in several scripts, collections and saved searches, for present and absent plugins."""
    lines = [{"aucat": "user data", "version": 3}]
    for index in range(first, first + number):
        present = bundles.uri(bundles.INSTALLED[index % 4], index // 4 % bundles.PLUGINS)
        uri = present if index % 3 else f"urn:faults:elsewhere:{index}"
        name = ["Warm", f"Räume {index}", f"低音 {index}", f"for the {index}th take"][index % 4]
        lines.append({"kind": "tag", "name": name, "uri": uri})
        if index % 5 == 0:
            lines.append({"kind": "collection", "name": f"Session {index % 15}", "uri": uri})
        if index % 11 == 0:
            lines.append({"kind": ["favorite", "hidden"][index % 2], "uri": f"urn:faults:elsewhere:{index}"})
        if index % 10 == 0:
            predicate = f"presets > {index} and tag == Reverb"
            lines.append({"kind": "search", "name": f"search {index}", "predicate": predicate})
        if index % 6 == 0:
            use = {"source": "ardour", "uri": uri, "count": index + 1, "last": "2026-11-20T18:30:00Z"}
            lines.append({"kind": "use"} | use)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def age(machine, days):
    """Makes the backups older, so that the next change makes another."""
    then = time.time() - days * 86_400
    for path in machine.backups():
        os.utime(path, (then, then))


def build(machine):
    """Makes all states."""
    machine.clear()
    machine.keep("empty")
    machine.must("scan")
    machine.keep("scanned")
    for days in (3, 2, 1):
        machine.must("import", "-", text=exported(FACTS, first=FACTS * (3 - days)))
        machine.must("tag", "add", examination.TARGET, f"Day {days}")
        age(machine, days)
    machine.must("tag", "add", examination.TARGET, "Today")
    machine.must("favorite", examination.TARGET)
    age(machine, 0.5)
    machine.must("tag", "add", examination.TARGET, "Later")
    machine.keep("used")
    machine.facts = machines.facts(machine.must("export").out)
    unsettled(machine)
    old(machine)
    broken(machine)
    renders.build(machine)


def unsettled(machine):
    """Both stores with a write-ahead log that holds commits: a reader keeps SQLite from taking it into the file."""
    machine.restore("used")
    readers = [sqlite3.connect(path, isolation_level=None) for path in (machine.store, machine.catalog)]
    for reader in readers:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    machine.must("tag", "add", examination.TARGET, "In the log")
    machine.install(bundles.SPARE)
    machine.must("scan")
    machine.keep("unsettled")
    for reader in readers:
        reader.close()


def old(machine):
    """A catalog of an older schema, which the next scan makes anew."""
    machine.restore("used")
    with contextlib.closing(sqlite3.connect(machine.catalog)) as connection:
        connection.execute("PRAGMA user_version = 1")
    machine.keep("old")


def broken(machine):
    """Stores that the next command has to recover."""
    machine.restore("used")
    with open(machine.store, "r+b") as file:
        file.write(bytes(100))
    machine.keep("broken")
    machine.restore("used")
    # Nothing can be read of it, so that only the backups hold what it held.
    with open(machine.store, "r+b") as file:
        file.write(bytes(os.path.getsize(machine.store)))
    machines.remove(machine.store, ("-wal", "-shm"))
    machine.keep("erased")
    machine.restore("used")
    machines.remove(machine.store)
    machine.keep("missing")
    machine.restore("used")
    with open(machine.catalog, "r+b") as file:
        file.write(bytes(100))
    machine.keep("catalog")


def add_spare(machine):
    machine.install(bundles.SPARE)


def remove_one(machine):
    os.unlink(f"{machine.home}/lv2/{bundles.INSTALLED[0]}")


def succeed(machine):
    """A plugin that replaces one with tags is installed: the scan gives it the tags."""
    lines = [{"aucat": "user data", "version": 1}]
    lines += [{"kind": "tag", "name": f"kept {n}", "uri": bundles.uri("old.lv2", n)} for n in range(bundles.PLUGINS)]
    machine.must("import", "-", text="".join(json.dumps(line) + "\n" for line in lines))
    machine.install(bundles.SPARE)


def rename_all(machine):
    machine.must("tag", "rename", "Warm", "Cold")


def made_due(machine):
    age(machine, 2)


def scenarios(machine):
    """All commands that write, and those that read while the disk fails. A program is asked only for verbs that it has."""
    verbs = set(machine.must("help").out.split())
    return [scenario for scenario in known() if scenario.words[0] in verbs]


def known():
    target, lines = examination.TARGET, "".join(f"{examination.TARGET}\tline {n}\n" for n in range(8))
    other = bundles.uri("cedar.lv2", 2)
    return [
        Scenario("first scan", "empty", "scan", scans=True),
        Scenario("first search", "empty", "search", scans=True),
        Scenario("first tag", "scanned", "tag", "add", target, "First"),
        Scenario("first tag of all", "empty", "tag", "add", target, "First", scans=True),
        Scenario("scan again", "used", "scan"),
        Scenario("scan of a new bundle", "used", "scan", prepare=add_spare, scans=True),
        Scenario("scan without a bundle", "used", "scan", prepare=remove_one, scans=True),
        Scenario("scan that hands tags on", "used", "scan", prepare=succeed, scans=True),
        Scenario("full scan", "used", "scan", "--full", scans=True),
        Scenario("tag add", "used", "tag", "add", target, "Another"),
        Scenario("tag add with a log", "unsettled", "tag", "add", target, "Another"),
        Scenario("tag add with a backup", "used", "tag", "add", target, "Another", prepare=made_due),
        Scenario("tag add of lines", "used", "tag", "add", "--stdin", text=lines),
        Scenario("tag remove", "used", "tag", "remove", target, "Today"),
        Scenario("tag set", "used", "tag", "set", target, "One", "Two"),
        Scenario("tag rename", "used", "tag", "rename", "Warm", "Cold"),
        Scenario("favorite", "used", "favorite", other),
        Scenario("favorite no more", "used", "favorite", "--undo", target),
        Scenario("hide", "used", "hide", other),
        Scenario("hide no more", "used", "hide", "--undo", "urn:faults:elsewhere:33"),
        Scenario("undo", "used", "undo"),
        Scenario("undo of a large change", "used", "undo", prepare=rename_all),
        Scenario("collection add", "used", "collection", "add", "Live", target, other),
        Scenario("collection remove", "used", "collection", "remove", "Session 5", target),
        Scenario("collection rename", "used", "collection", "rename", "Session 0", "Session 5"),
        Scenario("collection delete", "used", "collection", "delete", "Session 0"),
        Scenario("saved add", "used", "saved", "add", "long", "presets > 0 and tag == Reverb"),
        Scenario("saved remove", "used", "saved", "remove", "search 10"),
        Scenario("import", "used", "import", "-", text=exported(40, first=500)),
        Scenario("import instead", "used", "import", "--replace", "-", text=exported(40, first=500)),
        Scenario("import from Ardour", "used", "import", "--from", "ardour", prepare=exports.use_ardour),
        Scenario("export to a file", "used", "export", "tmp/export.jsonl"),
        Scenario("scan after an update", "old", "scan", scans=True),
        Scenario("recovery", "broken", "tag", "add", target, "New", mends=True),
        Scenario("recovery by a search", "broken", "search", mends=True),
        Scenario("recovery from backups alone", "erased", "tag", "add", target, "New", mends=True),
        Scenario("recovery from backups by a search", "erased", "search", mends=True),
        Scenario("recovery of a missing store", "missing", "tag", "add", target, "New", mends=True),
        Scenario("a new catalog", "catalog", "search", scans=True),
        Scenario("forget", "used", "forget", "--all", "--yes"),
        Scenario("doctor", "broken", "doctor", "--fix", mends=True, ends=(0, 1)),
        Scenario("search", "used", "search", "--all", "--json", reads=True),
        Scenario("search with a log", "unsettled", "search", "--all", "--json", reads=True),
        Scenario("exported", "used", "export", reads=True),
        Scenario("exported with a log", "unsettled", "export", reads=True),
        Scenario("tags listed", "used", "tag", "list", target, reads=True),
        *exports.known(),
        *renders.known(),
        *watches.known(),
    ]
