"""Times renders of 60 s of stereo noise against other hosts: render.py PREFIX [CHAIN_HOST]. Prints medians and ratios.

CHAIN_HOST is a program that is called with an input, an output, a block length and URIs. The chains need the plugins of swh, x42, invada, mda and guitarix. lv2proc and lv2file are measured where they are installed:
they take one plugin at a time, so a chain is a run each. All hosts run in turns, so that a busy machine slows all of them."""
import array, os, random, shutil, statistics, struct, subprocess, sys, tempfile, time

prefix, chain_host = (sys.argv[1:] + [None])[:2]
aucat = prefix + "/bin/aucat"
folder = tempfile.mkdtemp()
C1 = ["http://plugin.org.uk/swh-plugins/sc4"]
C4 = [
    "http://plugin.org.uk/swh-plugins/dj_eq",
    "http://gareus.org/oss/lv2/darc#stereo",
    "http://invadarecords.com/plugins/lv2/tube/stereo",
    "http://drobilla.net/plugins/mda/Delay",
]
C8 = C4 + C1 + [
    "http://invadarecords.com/plugins/lv2/filter/hpf/stereo",
    "http://guitarix.sourceforge.net/plugins/gx_zita_rev1_stereo#_zita_rev1_stereo",
    "http://plugin.org.uk/swh-plugins/fastLookaheadLimiter",
]


def noise(path, seconds=60, rate=48000, channels=2):
    generator = random.Random(1)
    samples = array.array("f", (generator.uniform(-0.25, 0.25) for _ in range(rate * 10 * channels))) * (seconds // 10)
    data = samples.tobytes()
    form = struct.pack("<HHIIHH", 3, channels, rate, rate * channels * 4, channels * 4, 32)
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack("<I", 16) + form)
        file.write(b"data" + struct.pack("<I", len(data)) + data)


def samples(path):
    content = open(path, "rb").read()
    place = 12
    while content[place:place + 4] != b"data":
        place += 8 + struct.unpack("<I", content[place + 4:place + 8])[0]
    return content[place + 8:place + 8 + struct.unpack("<I", content[place + 4:place + 8])[0]]


source, target = folder + "/in.wav", folder + "/out.wav"
noise(source)


def floor(chain):
    return [["taskset", "-c", "0", chain_host, source, folder + "/floor.wav", "512"] + chain]


def ours(chain, *more, pinned=True):
    words = ["taskset", "-c", "0"] if pinned else []
    through = [word for uri in chain for word in ("--through", uri)]
    return [words + [aucat, "render", source, target, "--force", "--tail", "0", "--no-latency-compensation"] + through + list(more)]


def one_by_one(command, chain):
    places = [source] + [f"{folder}/{number}.wav" for number in range(len(chain))]
    return [command(places[number], places[number + 1]) + [uri] for number, uri in enumerate(chain)]


def hosts(chain):
    hosts = {"chain-host, one core": floor(chain)} if chain_host else {}
    hosts |= {
        "in process, one core": ours(chain, "--in-process"),
        "in a child, one core": ours(chain),
        "in a child, all cores": ours(chain, pinned=False),
    }
    if shutil.which("lv2proc"):
        hosts["lv2proc"] = one_by_one(lambda a, b: ["lv2proc", "-n", "512", "--with-latency", "-i", a, "-o", b], chain)
    if shutil.which("lv2file"):
        hosts["lv2file"] = one_by_one(lambda a, b: ["lv2file", "-b", "512", "--ignore-clipping", "-i", a, "-o", b], chain)
    return hosts


def once(commands):
    start = time.monotonic()
    for words in commands:
        subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.monotonic() - start


for name, chain in (("C1", C1), ("C4", C4), ("C8", C8)):
    times = {host: [] for host in hosts(chain)}
    for _ in range(9):
        for host, commands in hosts(chain).items():
            times[host].append(once(commands))
    subprocess.run(ours(chain)[0], stdout=subprocess.DEVNULL, check=True)
    if chain_host:
        same = samples(target) == samples(folder + "/floor.wav")
        print("the same bits as chain-host" if same else "OTHER BITS THAN CHAIN-HOST")
    first = next(iter(times))
    base = statistics.median(times[first])
    print(f"{name}, against {first}")
    for host, runs in times.items():
        median = statistics.median(runs)
        print(f"  {host:22} {median * 1e3:8.1f} ms  {median / base:6.3f} x")
shutil.rmtree(folder)
