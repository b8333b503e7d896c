"""Scores plain-word searches: score.py PREFIX [--near] [--worst N]. See README.md."""
import argparse, collections, csv, itertools, json, math, os, shlex, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def table(name):
    with open(os.path.join(HERE, name), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def typed(query):
    """The arguments that a shell makes of a query."""
    try:
        return shlex.split(query)
    except ValueError:
        return query.split()


class Aucat:
    name = "aucat"

    def __init__(self, prefix, environment, near):
        self.program, self.environment, self.near = prefix + "/bin/aucat", environment, near

    def run(self, *words):
        return subprocess.run([self.program, *words], env=self.environment, capture_output=True, text=True)

    def search(self, query, language):
        """What matches, the same with what is near after it, and whether the search failed."""
        found, failed = self.listed(query, language)
        return found, self.listed(query, language, "--near")[0] if self.near else found, failed

    def listed(self, query, language, *options):
        done = self.run("search", "--format", "uri", "--locale", language, *options, *typed(query))
        return done.stdout.split("\n")[:-1], done.returncode not in (0, 1)


class Substring:
    """What hosts do: the text, or all of its words, in the name, or in one of several texts; by name."""

    def __init__(self, name, components, texts):
        self.name = name
        self.components = [(c["uri"], [t.casefold() for t in texts(c) if t]) for c in components]

    def search(self, query, language):
        words = [word.casefold() for word in typed(query)]
        found = [uri for uri, texts in self.components if all(any(w in t for t in texts) for w in words)]
        return found, found, False


def gain(grade):
    return 2**grade - 1


def ndcg(found, labels):
    ideal = sum(gain(g) / math.log2(i + 2) for i, g in enumerate(sorted(labels.values(), reverse=True)[:10]))
    return sum(gain(labels.get(uri, 0)) / math.log2(i + 2) for i, uri in enumerate(found[:10])) / ideal


def measure(engine, query, labels):
    own, found, failed = engine.search(query["query"], query["language"])
    best, first = max(labels.values()), own[:10]
    return {
        "ndcg": ndcg(found, labels),
        "first": any(labels.get(uri, 0) == best for uri in found[:1]),
        "five": any(labels.get(uri, 0) == best for uri in found[:5]),
        "ungraded": sum(uri not in labels for uri in first) / max(1, len(first)),
        "none": not any(uri in labels for uri in first),
        "empty": not own and not failed,
        "error": failed,
        "found": found,
    }


def line(title, results):
    mean = lambda key: sum(r[key] for r in results) / len(results)
    return (
        f"{title:34} {len(results):4} {mean('ndcg'):8.3f} {mean('first'):8.3f} {mean('five'):8.3f}"
        f" {mean('ungraded'):8.1%} {mean('none'):8.1%} {mean('empty'):8.1%} {mean('error'):8.1%}"
    )


def report(engines, queries, labels, title):
    columns = ("nDCG@10", "at 1", "at 5", "ungraded", "none", "empty", "errors")
    print(f"{title:34} {'n':>4} " + " ".join(f"{column:>8}" for column in columns))
    scored = {}
    for engine in engines:
        results = [(q, measure(engine, q, labels[q["id"]])) for q in queries]
        scored[engine.name] = results
        print(line(engine.name, [r for _, r in results]))
        if engine is engines[0]:
            for category in dict.fromkeys(q["category"] for q in queries):
                print(line("  " + category, [r for q, r in results if q["category"] == category]))
    print()
    return scored


def set_of(query):
    """The set of a query: the ids of the third begin with a digit."""
    return "third set" if query["id"][0].isdigit() else "first sets"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("prefix")
    parser.add_argument("--near", action="store_true", help="score what is near after what matches")
    parser.add_argument("--worst", type=int, default=0, help="print the N worst queries of the tuning half")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ, HOME=home, XDG_CACHE_HOME=home, XDG_DATA_HOME=home, XDG_STATE_HOME=home)
        for name in ("AUCAT_CATALOG", "AUCAT_USER_STORE", "AUCAT_RESULTS"):
            environment.pop(name, None)
        aucat = Aucat(options.prefix, environment, options.near)
        aucat.run("scan")
        components = json.loads(aucat.run("search", "--json").stdout)
        components.sort(key=lambda c: c["name"].casefold())
        here = {c["uri"] for c in components}
        labels = collections.defaultdict(dict)
        for row in table("labels.tsv"):
            if row["uri"] in here:
                labels[row["id"]][row["uri"]] = int(row["grade"])
        queries = [q for q in table("queries.tsv") if labels[q["id"]]]
        print(f"{len(here)} components, {len(queries)} queries with an answer among them")
        engines = [
            aucat,
            Substring("substring of the name", components, lambda c: [c["name"]]),
            Substring(
                "substring of name, maker or class",
                components,
                lambda c: [c["name"], c.get("manufacturer"), (c.get("class") or "").split("#")[-1]],
            ),
        ]
        names = {c["uri"]: c["name"] for c in components}
        for half, part in itertools.product(("tuning", "held-out"), ("first sets", "third set")):
            own = [q for q in queries if q["half"] == half and set_of(q) == part]
            if not own:
                continue
            scored = report(engines, own, labels, f"{half}, {part}")
            if half == "tuning" and options.worst:
                for query, result in sorted(scored["aucat"], key=lambda pair: pair[1]["ndcg"])[: options.worst]:
                    first = ", ".join(names[uri] for uri in result["found"][:3]) or "nothing"
                    print(f"  {result['ndcg']:.2f}  {query['id']}  {query['query']}: {first}")
                print()


main()
