"""What the Python package costs a host, beside the command line: importing, opening, the first query and later ones,
and a render of a minute of stereo.

    python.py PREFIX CATALOG

The package is in PREFIX/python, with its declarations. Times are medians, in the units that are said.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
import wave
from collections.abc import Callable

WORDS = "tag contains drum"
STARTS = 15

STEPS = f"""
import time
start = time.perf_counter()
import aucat
imported = time.perf_counter()
catalog = aucat.Catalog()
opened = time.perf_counter()
search = catalog.prepare({WORDS!r})
names = [component.name for component in search]
first = time.perf_counter()
times = []
for _ in range(200):
    begin = time.perf_counter()
    names = [component.name for component in search]
    times.append(time.perf_counter() - begin)
times.sort()
print(imported - start, opened - imported, first - opened, times[100], len(names))
"""


def median(body: Callable[[], object], times: int) -> float:
    """How long something takes, in milliseconds."""

    def once() -> float:
        begin = time.perf_counter()
        body()
        return (time.perf_counter() - begin) * 1e3

    return statistics.median(once() for _ in range(times))


def start_up(prefix: str) -> None:
    """Whole programs, from their start to their end; then the steps of one."""

    def python(program: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)

    query = f"import aucat; [component.name for component in aucat.search({WORDS!r})]"
    command = [f"{prefix}/bin/aucat", "search", WORDS]
    print(
        "python  whole programs, ms: "
        f"empty {median(python('pass'), STARTS):.1f}, import aucat {median(python('import aucat'), STARTS):.1f}, "
        f"and a query {median(python(query), STARTS):.1f}; "
        f"aucat search {median(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), STARTS):.1f}"
    )
    runs = [
        subprocess.run([sys.executable, "-c", STEPS], check=True, capture_output=True, text=True).stdout.split()
        for _ in range(STARTS)
    ]
    steps = [statistics.median(float(run[index]) for run in runs) * 1e6 for index in range(4)]
    print(
        f"python  import {steps[0]:.0f}, open {steps[1]:.0f}, first query {steps[2]:.0f}, later {steps[3]:.0f} µs, "
        f"found {runs[0][4]}"
    )


def render(prefix: str) -> None:
    """A minute of stereo through the first two reverbs that have defaults, as a file and as an array."""
    import aucat
    import numpy

    reverbs = aucat.search("tag == Reverb and audioInputs == 2 and audioOutputs == 2", limit=2)
    if len(reverbs) < 2:
        print("render  there are no two stereo reverbs")
        return
    chain = aucat.Chain(reverbs)
    sound = (numpy.random.default_rng(1).uniform(-0.1, 0.1, (2, 60 * 48_000)) * 32_767).astype("<i2")
    with tempfile.TemporaryDirectory() as folder:
        source, target = f"{folder}/in.wav", f"{folder}/out.wav"
        with wave.open(source, "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(48_000)
            file.writeframes(sound.T.tobytes())
        command = [f"{prefix}/bin/aucat", "render", source, target, "--force", "--tail", "0"]
        for reverb in reverbs:
            command += ["--through", reverb.uri]
        array = sound.astype(numpy.float32) / 32_768
        times = {
            "aucat render": lambda: subprocess.run(command, check=True, capture_output=True),
            "render_file": lambda: chain.render_file(source, target, tail=0),
            "process": lambda: chain.process(array, 48_000, tail=0),
            "process in this process": lambda: chain.process(array, 48_000, tail=0, in_process=True),
        }
        shown = ", ".join(f"{name} {median(body, 3):.0f}" for name, body in times.items())
        print(f"render  60 s of stereo through {reverbs[0].name} and {reverbs[1].name}, ms: {shown}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: python.py PREFIX CATALOG")
    place, catalog = sys.argv[1:]
    os.environ |= {
        "AUCAT_CATALOG": catalog,
        "AUCAT_LIBRARY": f"{place}/lib/libaucat.so.0",
        "PYTHONPATH": f"{place}/python",
        "PYTHONDONTWRITEBYTECODE": "",
    }
    sys.path.insert(0, f"{place}/python")
    start_up(place)
    render(place)
