"""Times commands and prints medians and ratios: measure.py PREFIX SCAN_FLOOR SEARCH_FLOOR. Uses the installed plugins."""
import os, resource, statistics, subprocess, sys, tempfile, time

prefix, floor, search_floor = sys.argv[1:4]
aucat = prefix + "/bin/aucat"
folder = tempfile.mkdtemp()
environment = dict(os.environ, AUCAT_CATALOG=folder + "/catalog.sqlite", AUCAT_RESULTS=folder + "/results.sqlite")


def once(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best(words, rounds, prepare=lambda: None):
    runs = []
    for _ in range(rounds):
        prepare()
        runs.append(once(words))
    return min(run[0] for run in runs), min(run[1] for run in runs), statistics.median(run[0] for run in runs)


def forget():
    for ending in ("", "-wal", "-shm"):
        if os.path.exists(folder + "/catalog.sqlite" + ending):
            os.remove(folder + "/catalog.sqlite" + ending)


base = best([floor], 5)
first = best([aucat, "scan"], 5, forget)
again = best([aucat, "scan"], 20)
# In turn, so that a machine that slows down slows both.
pairs = [
    (once([aucat, "search", "tag contains drum"])[0], once([search_floor, folder + "/catalog.sqlite"])[0])
    for _ in range(40)
]
search = min(pair[0] for pair in pairs), statistics.median(pair[0] for pair in pairs)
nothing = best([aucat, "search", "name == 'no such name'"], 20)
print(f"floor (all plugins through lilv)  {base[0] * 1e3:8.1f} ms wall  {base[1] * 1e3:8.1f} ms processor")
print(f"first scan                        {first[0] * 1e3:8.1f} ms wall  {first[1] * 1e3:8.1f} ms processor")
print(f"  against the floor               {first[0] / base[0]:8.2f} x wall   {first[1] / base[1]:8.2f} x processor")
print(f"scan with nothing changed         {again[0] * 1e3:8.1f} ms best  {again[2] * 1e3:8.1f} ms median")
print(f"search                            {search[0] * 1e3:8.1f} ms best  {search[1] * 1e3:8.1f} ms median")
print(f"  against C on the public views   {statistics.median(ours / theirs for ours, theirs in pairs):8.2f} x")
print(f"search that finds nothing         {nothing[0] * 1e3:8.1f} ms best  {nothing[2] * 1e3:8.1f} ms median")
print(f"  floor against search            {base[0] / search[0]:8.0f} x")
