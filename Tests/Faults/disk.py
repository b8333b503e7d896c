"""The record of what a program did to its files, and what a disk may hold of it after a power cut."""
import hashlib, os, random, struct
from collections import namedtuple

CLASSES = ["change", "write", "sync", "read", "open", "map", "lock"]
HEAD = struct.Struct("<IIIcQq")
SECTOR = 512
Record = namedtuple("Record", "what file place path other data")


def records(log):
    """The records of a log: what is w (write), t (truncate), c (create), o (open), s (sync), r (rename), l (link),
    u (unlink), m (make a folder), d (delete one), or a digit: a call of that class."""
    with open(log, "rb") as file:
        content = file.read()
    place, found = 0, []
    while place < len(content):
        path, other, count, what, number, where = HEAD.unpack_from(content, place)
        place += HEAD.size
        texts = []
        for length in (path, other, count):
            texts.append(content[place:place + length])
            place += length
        found.append(Record(what.decode(), number, where, os.fsdecode(texts[0]), os.fsdecode(texts[1]), texts[2]))
    return found


class File:
    """A file, whatever its name: its changes by the number of their record."""

    def __init__(self, content=b""):
        self.content, self.changes, self.synced = content, [], []

    def bytes(self, cut, kept):
        """The content where the changes before `cut` that `kept` chooses are on the disk.

        kept is called with the number of a change that no sync has followed, and says how much of it: 0, 1, or a fraction"""
        floor = max((sync for sync in self.synced if sync < cut), default=-1)
        content = bytearray(self.content)
        for number, place, data in self.changes:
            if number >= cut:
                break
            share = 1 if number < floor else kept(number)
            if share == 0:
                continue
            if data is None:
                del content[place:]
                content.extend(bytes(place - len(content)))
                continue
            part = data if share == 1 else data[:int(len(data) * share) // SECTOR * SECTOR]
            if part:
                content.extend(bytes(max(0, place - len(content))))
                content[place:place + len(part)] = part
        return bytes(content)


class Disk:
    """A record replayed from an empty home, up to any point."""

    def __init__(self, entries, home):
        self.entries = [entry for entry in entries if not entry.what.isdigit()]
        self.home = home
        self.names = []  # (record, what, path, other, file)
        self.folder_syncs = {}
        self.any_sync = []
        current = {}
        for number, entry in enumerate(self.entries):
            self.read(number, entry, current)

    def read(self, number, entry, current):
        if entry.what == "c":
            current[entry.file] = File()
        file = current.get(entry.file)
        if entry.what in "wt" and file:
            data = entry.data if entry.what == "w" else None
            file.changes.append((number, entry.place, data))
        elif entry.what == "s":
            self.any_sync.append(number)
            if entry.file == 0:
                self.folder_syncs.setdefault(entry.path, []).append(number)
            elif file:
                file.synced.append(number)
        elif entry.what in "crumdl":
            self.names.append((number, entry.what, entry.path, entry.other, file))

    def is_name_safe(self, number, what, path, other, cut, is_strict):
        """Whether a change of names is on the disk for certain.

        Journals of file systems keep the order of such changes, and any sync ends with all before it on the disk. By POSIX
        alone, which is strict, the folder must have been synced."""
        if not is_strict:
            return any(number < sync < cut for sync in self.any_sync)
        folder = os.path.dirname(other or path)
        return any(number < sync < cut for sync in self.folder_syncs.get(folder, []))

    def state(self, cut, policy, seed=0):
        """The files after a power cut before record `cut`: contents by path, None for a folder.

        Policies: synced (only what is safe), names (names without their unsynced contents), strict (as synced, with names
        by POSIX alone), random (any part of what is not safe)"""
        chance = random.Random(seed)
        share = (lambda number: chance.choice([0, 1, chance.random()])) if policy == "random" else lambda number: 0
        known = [name for name in self.names if name[0] < cut]
        safe = [self.is_name_safe(*name[:4], cut, policy == "strict") for name in known]
        lasting = sum(safe) if policy != "strict" else 0
        extent = {"synced": lasting, "names": len(known), "random": chance.randint(lasting, len(known))}.get(policy)
        chosen = known[:extent] if extent is not None else [name for name, is_safe in zip(known, safe) if is_safe]
        return {path: file and file.bytes(cut, share) for path, file in self.tree(chosen).items()}

    def tree(self, names):
        """What names lead to after some changes; one that is impossible without those left out is left out, too."""
        tree = {}
        for _, what, path, other, file in names:
            if what == "c":
                tree[path] = file
            elif what == "m":
                tree[path] = None
            elif what in "ud":
                tree.pop(path, None)
            elif what == "l" and path in tree:
                tree[other] = tree[path]
            elif what == "r" and path in tree:
                tree[other] = tree.pop(path)
        return tree


def digest(state):
    """A number for a state: many cuts leave the same."""
    sum = hashlib.sha256()
    for path in sorted(state):
        content = state[path]
        sum.update(repr((path, content is None, content and hashlib.sha256(content).digest())).encode())
    return sum.digest()
