"""What commands do after a fault, compared with the truth."""
import json, os, re

import bundles
import machine as machines

TARGET = bundles.uri("birch.lv2", 1)
NEW = "After the fault"
WORD = "calm"  # of the presets' labels, and part of no name
# A word that a healthy user store is the damaged one: who follows the advice loses tags.
BLAME = re.compile(r"the user store \S+ (is|was) damaged")


class Truth:
    """What was true without the fault.

    users     the sets of facts that are right: before the command, after it, or both
    required  the facts that must be there whatever is said: acknowledged, and held by the file or a backup
    listings  the listings that are right before the next scan; the last one must be there after it
    partial   whether a listing before the next scan may have only some of their components
    lenient   whether more facts than those required need no word: what is restored was restored by an earlier command
    damaged   the stores that the fault has damaged: catalog, user, results
    newer     whether the user store claims to be of a newer version, which is refused: nothing is lost, and nothing found
    """

    def __init__(self, users, listings, required=None, partial=False, lenient=False, damaged=(), newer=False):
        self.users, self.listings, self.partial, self.lenient = list(users), list(listings), partial, lenient
        self.required = frozenset.intersection(*self.users) if required is None else required
        self.damaged, self.newer = damaged, newer


def components(result):
    """What `search --all --json` has found; None if it is no JSON."""
    try:
        return json.loads(result.out) if result.out.strip() else []
    except ValueError:
        return None


def listing(result):
    """The components of `search --all --json` without what changes from scan to scan and what the user has said."""
    found = components(result)
    if found is None:
        return None
    entries = []
    for component in found:
        for key in ["addedAt", "changedAt", "favorite", "hidden", "uses", "lastUsed"]:
            component.pop(key, None)
        component["tags"] = component.get("tags", {}).get("system")
        component["bundle"] = os.path.basename(component.get("bundle") or "")
        entries.append(json.dumps(component, sort_keys=True))
    return tuple(sorted(entries))


def marks(result):
    """What the user has said of components, by `search --all --json`."""
    found = set()
    for component in components(result) or ():
        uri = component.get("uri")
        found |= {("tag", tag, uri) for tag in component["tags"]["user"]}
        found |= {(kind, "", uri) for kind in ["favorite", "hidden"] if component.get(kind)}
    return frozenset(found)


class Examination:
    """Runs commands on a machine after a fault, and collects what is wrong: pairs of a kind and a text.

    Kinds: crash, hang, loss, silent, blame, hand, unhealed; and, which is allowed, late: a wrong listing until the next
    scan where SQLite itself finds nothing wrong with the file, and wrong marks of a damaged user store until its next
    complete check, which an export makes and which can't see a text that no index covers."""

    def __init__(self, machine, truth, seed=0):
        self.machine, self.truth, self.seed = machine, truth, seed
        self.problems = []
        self.said = False  # whether the user was told that the user store has changed
        self.users = truth.users
        self.added = frozenset()
        self.listings = truth.listings
        self.is_covered = "user" not in truth.damaged or not machines.is_sound(machine.store)

    def problem(self, kind, text):
        self.problems.append((kind, text))

    def hear(self, result):
        """What every command is judged by."""
        if result.hung:
            self.problem("hang", str(result))
        elif result.crashed:
            self.problem("crash", str(result))
        if "user store" in result.err or "backup" in result.err:
            self.said = True
            if "user" not in self.truth.damaged and BLAME.search(result.err):
                self.problem("blame", str(result))
        return result

    def run(self, *words, text=None):
        return self.hear(self.machine.run(*words, text=text))

    @property
    def is_over(self):
        return any(kind in ("hang", "crash") for kind, _ in self.problems)

    # Steps.

    def judge_facts(self, found, result):
        missing = (self.truth.required | self.added) - found
        if missing:
            self.problem("loss", f"{len(missing)} facts such as {sorted(missing)[0]}: {result}")
        elif found - self.added not in [users - self.added for users in self.users] and not self.excused(result):
            kind = "silent" if self.is_covered else "late"
            self.problem(kind, f"facts differ: {self.difference(found)}: {result}")
        # What was found once is what must stay.
        self.users = [found]

    def difference(self, found):
        nearest = min(self.users, key=lambda users: len(users ^ found))
        return f"{len(nearest - found)} missing, {len(found - nearest)} more, {sorted(nearest ^ found)[:2]}"

    def excused(self, result):
        return self.said or self.truth.lenient or result.status != 0

    def export(self):
        result = self.run("export")
        if result.status == 0:
            try:
                self.judge_facts(machines.facts(result.out), result)
            except (ValueError, KeyError):
                self.problem("silent", f"no export: {result}")
        return result

    def right(self, found):
        if found in self.listings and found:
            return True
        # A scan that has just begun shows less, but an empty list would be no answer.
        return self.truth.partial and bool(found) and set(found) <= {entry for known in self.listings for entry in known}

    def search(self):
        result = self.run("search", "--all", "--json")
        if result.status not in (0, 1):
            return
        if not self.right(listing(result)) and "catalog" not in result.err:
            self.problem(self.wrong, f"listing differs: {self.missing(result)}: {result}")
        self.judge_marks(result)

    def judge_marks(self, result):
        present = {json.loads(entry)["uri"] for entry in (listing(result) or ())}
        kinds = ("tag", "favorite", "hidden")
        wanted = [{fact[:3] for fact in users | self.added if fact[0] in kinds and fact[2] in present} for users in self.users]
        if marks(result) not in wanted and not self.excused(result) and self.right(listing(result)):
            self.problem(self.unread, f"marks differ: {sorted(marks(result) ^ set(wanted[-1]))[:2]}: {result}")

    @property
    def unread(self):
        """The kind of a wrong answer about a user store that no command has checked completely."""
        return "late" if "user" in self.truth.damaged else "silent"

    @property
    def wrong(self):
        """The kind of a wrong answer of the catalog before a full scan: what no read of SQLite's notices may last until then."""
        return "late" if "catalog" in self.truth.damaged else "silent"

    def missing(self, result):
        found, wanted = set(listing(result) or ()), set(self.listings[-1])
        return f"{len(wanted - found)} missing or altered, {len(found - wanted)} others"

    def words(self):
        """Plain words: the index of names, presets and parameters."""
        result = self.run("search", WORD, "--format", "uri", "--all")
        found = set(result.out.split())
        wanted = {json.loads(entry)["uri"] for entry in self.listings[-1]}
        allowed = found == wanted or self.truth.partial or len(self.truth.listings) > 1
        if result.status in (0, 1) and not allowed and "catalog" not in result.err:
            self.problem(self.wrong, f"search {WORD}: {len(found ^ wanted)} differ: {result}")

    def tags(self):
        result = self.run("tag", "list", TARGET)
        found = set(result.out.splitlines())
        wanted = [{name for kind, name, uri, _ in users | self.added if (kind, uri) == ("tag", TARGET)} for users in self.users]
        if result.status in (0, 1) and found not in wanted and not self.excused(result):
            self.problem(self.unread, f"tags differ: {sorted(found ^ wanted[-1])[:3]}: {result}")

    def uris(self, users, tag):
        return {uri for kind, name, uri, _ in users if (kind, name) == ("tag", tag)}

    def tagged(self):
        """A search by a tag of the user's: another index of the store."""
        result = self.run("search", 'userTag == "Warm"', "--format", "uri", "--all")
        found = set(result.out.split())
        if self.truth.partial or result.status not in (0, 1) or "catalog" in result.err or len(self.truth.listings) > 1:
            return
        present = {json.loads(entry)["uri"] for entry in self.listings[-1]}
        wanted = [self.uris(users, "Warm") & present for users in self.users]
        if found not in wanted and not self.excused(result):
            self.problem(self.unread, f"userTag == Warm: {len(found ^ wanted[-1])} differ: {result}")

    def add(self):
        """A tag by URI, which needs a catalog: twice, because the first may be the one that finds and mends the damage."""
        for attempt in (1, 2):
            result = self.run("tag", "add", TARGET, NEW)
            if result.status == 0:
                self.added = frozenset([("tag", NEW, TARGET, "")])
                return
            if not result.err:
                self.problem("silent", f"no word of failure: {result}")
        if not self.is_over and not self.is_refused(result):
            self.problem("hand", str(result))

    def is_refused(self, result):
        return self.truth.newer and "newer aucat" in result.err

    def is_short(self, result):
        """Whether an export that leaves a damaged entry out says so: no index covers the text, so nothing can restore it."""
        return "user" in self.truth.damaged and not self.is_covered and result.status == 4 and "left out" in result.err

    def scan(self, *words):
        for attempt in (1, 2):
            result = self.run("scan", *words)
            if result.status == 0:
                return
        if not self.is_over:
            self.problem("hand", str(result))

    # The whole.

    def examine(self):
        """All steps, beginning with one that the seed chooses."""
        steps = [self.search, self.export, self.add, self.scan_once, self.tags, self.words, self.tagged]
        first = steps[self.seed % len(steps)]
        order = [first] + [step for step in [self.export, self.search, self.add, self.scan_once] if step != first]
        for step in order:
            step()
            if self.is_over:
                return self.problems
        self.finish()
        return self.problems

    def scan_once(self):
        self.scan()
        # After a scan, the listing is the last one, all of it; damage that SQLite can't see may stay until a full scan.
        self.listings = self.truth.listings[-1:]
        if self.truth.partial:
            # It may hand tags on that the one before could not.
            self.users = self.users + [self.truth.users[-1]]
        self.truth.partial = False

    def finish(self):
        """What must be right in the end."""
        result = self.export()
        if result.status != 0 and not self.is_over and not self.is_refused(result) and not self.is_short(result):
            self.problem("hand", str(result))
        result = self.run("search", "--all", "--json")
        if listing(result) == self.truth.listings[-1]:
            return
        if "catalog" not in self.truth.damaged and not result.err:
            self.problem("silent", f"after a scan: {self.missing(result)}: {result}")
        self.scan("--full")
        result = self.run("search", "--all", "--json")
        if listing(result) != self.truth.listings[-1]:
            self.problem("unhealed", f"after scan --full: {self.missing(result)}: {result}")
