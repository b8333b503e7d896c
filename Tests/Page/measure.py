#!/usr/bin/env python3
"""Measures the page against what it promises: sizes, first paint, from a key to the list, auditions, and the server's memory.

    Tests/Page/measure.py [COMPONENTS]    on the plugins of LV2_PATH; with a number, on so many made-up ones

Ends with 1 if a promise is broken. AUCAT_BROWSE is the program, which must be a release build.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parent))

from conftest import CHROMIUM, Server  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

PREFIXES = """@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix doap: <http://usefulinc.com/ns/doap#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
"""
WORDS = ["Hall", "Plate", "Delay", "Compressor", "Tape", "Chorus", "Equalizer", "Gate", "Reverb", "Limiter"]
CLASSES = ("Delay", "Compressor", "Chorus", "Reverb", "Gate")
# From a key's event to the frame in which the rows of its answer stand.
KEYS = """async (word) => {
  const [field, list, times] = [document.getElementById('q'), document.getElementById('list'), []];
  let text = '';
  for (const key of word) {
    text += key;
    const start = performance.now();
    const drawn = new Promise((resolve) => {
      new MutationObserver((_, observer) => { observer.disconnect(); requestAnimationFrame(resolve); }).observe(list, { childList: true });
    });
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn;
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  return times;
}"""

broken = False


def tell(name: str, value: float, limit: float, unit: str, more: str = "") -> None:
    global broken
    broken = broken or value > limit
    print(f"{name:<20}{value:>9.0f} {unit:<6} at most {limit:.0f}{more}{'  TOO MUCH' if value > limit else ''}")


def make_bundles(folder: Path, count: int) -> None:
    """Bundles of a hundred plugins each."""
    for start in range(0, count, 100):
        bundle = folder / f"many-{start}.lv2"
        bundle.mkdir(parents=True)
        (bundle / "plugin.so").write_bytes(b"")
        manifest = PREFIXES
        for number in range(start, min(start + 100, count)):
            word = WORDS[number % 10]
            manifest += (
                f"<urn:many:{number}> a lv2:Plugin, lv2:{word if word in CLASSES else ''}Plugin ; lv2:binary <plugin.so> ;"
                f' doap:name "{word} {WORDS[number // 10 % 10]} {number}" ;'
                f' doap:maintainer [ foaf:name "Maker {number % 97}" ] ; lv2:minorVersion 2 ; lv2:microVersion 0 ;'
                ' lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ],'
                ' [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ] .\n')
        (bundle / "manifest.ttl").write_text(manifest)


def opened(browser: Browser, server: Server, sizes: dict[str, int]) -> Page:
    page = browser.new_context().new_page()
    page.on("requestfinished", lambda request: sizes.__setitem__(
        request.url.split("?")[0].removeprefix(server.origin), request.sizes()["responseBodySize"]))
    page.add_init_script(f"localStorage.setItem('aucat-token', '{server.token}')")
    page.goto(f"{server.origin}/")
    page.wait_for_selector("#list .row")
    page.wait_for_timeout(300)
    return page


def late(values: list[float]) -> float:
    """The 95th percentile."""
    return sorted(values)[max(0, int(len(values) * 0.95) - 1)]


def main() -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        made = int(sys.argv[1]) if len(sys.argv) > 1 else 0
        settings = {}
        if made:
            make_bundles(folder / "lv2", made)
            settings["LV2_PATH"] = str(folder / "lv2")
        server = Server(folder, **settings)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        sizes: dict[str, int] = {}
        pages = [opened(browser, server, sizes) for _ in range(5)]
        firsts = [page.evaluate("performance.getEntriesByName('first list')[0].startTime") for page in pages]
        print(pages[0].inner_text("#count"))
        tell("files", sum(size for path, size in sizes.items() if not path.startswith("/api/")), 150_000, "bytes")
        tell("first list", sizes["/api/search"], 100_000, "bytes")
        tell("first list", statistics.median(firsts), 1_000 if made else 300, "ms")
        keys = []
        for word in ("reverb", "delay", "tape"):
            pages[0].fill("#q", "")
            pages[0].wait_for_timeout(400)
            keys += pages[0].evaluate(KEYS, word)
        limit = 150 if made else 60
        tell("key to list", statistics.median(keys), limit, "ms", f"; 95 % {late(keys):.0f}")
        if not made:
            times = []
            for row in server.get("search", q="type == Effect and usableIn == aucat", count="50")["list"]:  # type: ignore[index]
                pages[0].goto(f"{server.origin}/?{urlencode({'c': row['uri']})}")
                pages[0].click("#hear")
                pages[0].wait_for_selector("#detail canvas:not([hidden])")
                times.append(pages[0].evaluate("performance.getEntriesByName('audition')[0].duration"))
            tell(f"{len(times)} auditions", statistics.median(times), 300, "ms", f"; 95 % {late(times):.0f}")
        browser.close()
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        print("memory", next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1], "kB")
        server.end()


main()
sys.exit(broken)
