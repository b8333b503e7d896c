"""A machine for one fault at a time: a home folder, the installed program, and the states that the home can be put into."""
import contextlib, json, os, shutil, signal, sqlite3, subprocess, tempfile, unicodedata

import bundles

PATIENCE = 75  # seconds until a command counts as hanging; the program waits 30 for a lock


class Result:
    """What a command did."""

    def __init__(self, words, status, out, err):
        self.words, self.status, self.out = words, status, out
        # That a change can be undone is no complaint.
        self.err = err.replace("aucat: `aucat undo` reverts this\n", "")

    @property
    def hung(self):
        return self.status is None

    @property
    def crashed(self):
        return self.status is not None and self.status < 0

    def __str__(self):
        end = "hung" if self.hung else f"signal {signal.Signals(-self.status).name}" if self.crashed else self.status
        return f"aucat {' '.join(self.words)}: {end}: {self.err.strip()[-400:]}"


class Machine:
    """A home below a folder. One thread uses it at a time; its paths are its own."""

    def __init__(self, folder, program, injector, library):
        self.folder, self.program, self.injector = folder, program, injector
        self.home = folder + "/home"
        self.catalog = self.home + "/.cache/aucat/catalog.sqlite"
        self.store = self.home + "/.local/share/aucat/user.sqlite"
        self.results = self.home + "/.local/state/aucat/results.sqlite"
        os.makedirs(folder + "/bases")
        bundles.make(folder + "/bundles", library)

    def start(self, *words, text=None, fault=None, log=None, target="aucat", roots=()):
        """Starts a command. `fault` is AUCAT_FAULT's, `log` a file for the record of its calls, `target` the program that
        they are forced into, `roots` are folders besides the home where calls count."""
        environment = {
            "HOME": self.home, "LV2_PATH": self.home + "/lv2", "TMPDIR": self.home + "/tmp", "PATH": "/usr/bin:/bin",
            "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "AUCAT_SYSTEM_CATALOG": "",
        }
        if fault or log:
            environment |= {"LD_PRELOAD": self.injector, "AUCAT_FAULT_ROOTS": ":".join([self.home, *roots])}
            environment |= {"AUCAT_FAULT_PROGRAM": target}
            environment |= {"AUCAT_FAULT": fault} if fault else {}
            environment |= {"AUCAT_FAULT_LOG": log} if log else {}
        return subprocess.Popen(
            [self.program, *words], env=environment, stdin=subprocess.PIPE if text else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.home, close_fds=False)

    def run(self, *words, text=None, fault=None, log=None, target="aucat", roots=()):
        """Runs a command to its end: see `start`."""
        child = self.start(*words, text=text, fault=fault, log=log, target=target, roots=roots)
        try:
            out, err = child.communicate(text.encode() if text else None, timeout=PATIENCE)
            status = child.returncode
        except subprocess.TimeoutExpired:
            child.kill()
            out, err = child.communicate()
            status = None
        return Result(words, status, out.decode(errors="replace"), err.decode(errors="replace"))

    def must(self, *words, text=None):
        """Runs a command that can't fail."""
        result = self.run(*words, text=text)
        if result.status != 0:
            raise SystemExit(f"faults: without any fault, {result}")
        return result

    # States of the home.

    def clear(self):
        """An empty home with the base's bundles installed."""
        shutil.rmtree(self.home, ignore_errors=True)
        os.makedirs(self.home + "/lv2")
        os.makedirs(self.home + "/tmp")
        for name in bundles.INSTALLED:
            self.install(name)

    def install(self, name):
        os.symlink(f"{self.folder}/bundles/{name}", f"{self.home}/lv2/{name}")

    def keep(self, base):
        """Keeps the home as it is under a name."""
        shutil.copytree(self.home, f"{self.folder}/bases/{base}", symlinks=True)

    def restore(self, base):
        """Puts the home into a state that was kept, with the times of its files."""
        shutil.rmtree(self.home, ignore_errors=True)
        shutil.copytree(f"{self.folder}/bases/{base}", self.home, symlinks=True)

    def backups(self):
        folder = self.store + ".backups"
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        return [f"{folder}/{name}" for name in names if name.endswith(".sqlite")]


# What commands and files say.


def remove(store, endings=("", "-wal", "-shm")):
    """Deletes a store's files."""
    for path in map(store.__add__, endings):
        if os.path.exists(path):
            os.unlink(path)


def facts(export):
    """The facts of an export: kind, name, URI, and what else belongs to them."""
    found = set()
    for line in export.splitlines()[1:]:
        fact = json.loads(line)
        use = f"{fact.get('source', '')} {fact.get('count', '')}".strip()
        found.add((fact["kind"], fact.get("name", fact.get("old", "")), fact.get("uri", ""), fact.get("predicate", use)))
    return frozenset(found)


@contextlib.contextmanager
def copied(path):
    """A connection to a copy of a store and its write-ahead log, so that the store stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        for ending in ["", "-wal"]:
            if os.path.exists(path + ending):
                shutil.copyfile(path + ending, f"{folder}/copy{ending}")
        with contextlib.closing(sqlite3.connect(folder + "/copy")) as connection:
            connection.text_factory = lambda text: text.decode(errors="replace")
            yield connection


def folded(name):
    """The key of a label or a search."""
    return unicodedata.normalize("NFC", name.strip().casefold())


def readable(path):
    """The facts that SQLite can read of a store, however damaged, and whose keys are their folded names."""
    found = set()
    with copied(path) as connection:
        connection.create_function("folded", 1, folded)
        for query in [
            "SELECT kind, name, uri, '' FROM labelled JOIN label ON id = label WHERE key = folded(name)",
            "SELECT 'search', name, '', predicate FROM saved_search WHERE key = folded(name)",
            "SELECT 'use', '', uri, source || ' ' || count FROM use_count",
            "SELECT 'succession', old_uri, new_uri, '' FROM succession",
        ]:
            try:
                for row in connection.execute(query):
                    found.add(row)
            except (sqlite3.Error, ValueError):
                pass
    return found


def version(path):
    """The schema's number in a file's header; 0 if there is none of ours, with which it would be another program's."""
    header = b""
    if os.path.exists(path):
        with open(path, "rb") as file:
            header = file.read(100)
    ours = header[68:72] == (1635083010).to_bytes(4, "big")
    return int.from_bytes(header[60:64], "big") if ours else 0


def is_sound(path):
    """Whether SQLite's own full check finds nothing."""
    try:
        with copied(path) as connection:
            return connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
    except (sqlite3.Error, ValueError):  # its complaint may be no UTF-8
        return False
