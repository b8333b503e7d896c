#!/usr/bin/env python3
"""Draws the page as people see it.

    .dev/picture            the picture of the README
    .dev/picture FOLDER     the page at each width, in light, dark, German and Arabic, to be looked at
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from conftest import CHROMIUM, TOP, Server  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402

README = TOP / "Sources/Libraries/AudioComponents/AudioComponents.docc/Browse.png"
WIDTHS = (1280, 768, 360)


def draw(browser: Browser, server: Server, path: Path, width: int, *, scheme: str = "light", shows_one: bool = True) -> None:
    context = browser.new_context(viewport={"width": width, "height": 760}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(f"localStorage.setItem('aucat-token', '{server.token}')")
    page.goto(f"{server.origin}/?q=reverb&usableIn=aucat")
    page.wait_for_selector("#list .row")
    page.wait_for_selector("#facets fieldset", state="attached")
    if shows_one:
        stereo = page.locator("#list .row", has_text="2→2").first
        stereo.locator("bdi").first.click()
        page.click("#hear")
        page.wait_for_selector("#detail canvas:not([hidden])")
    page.wait_for_timeout(400)
    page.screenshot(path=path)
    context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        languages = {"en": "en_US", "de": "de_DE", "ar": "ar_EG"} if len(sys.argv) > 1 else {"en": "en_US"}
        for language, locale in languages.items():
            folder = Path(name) / language
            folder.mkdir()
            server = Server(folder, LC_ALL=locale)
            rows = server.get("search", q="reverb")["list"][:4]  # type: ignore[index]
            server.post("change", {"changes": [
                {"do": "add", "kind": "tag", "name": "Warm", "uris": [row["uri"] for row in rows[1:3]]},
                {"do": "add", "kind": "collection", "name": "Rooms", "uris": [row["uri"] for row in rows]},
                {"do": "add", "kind": "favorite", "uris": [rows[0]["uri"]]},
            ]})
            if len(sys.argv) == 1:
                draw(browser, server, README, WIDTHS[0])
            else:
                for width in WIDTHS:
                    for scheme in ("light", "dark"):
                        for shows_one in (True, False):
                            part = "one" if shows_one else "list"
                            path = Path(sys.argv[1]) / f"{width}-{language}-{scheme}-{part}.png"
                            draw(browser, server, path, width, scheme=scheme, shows_one=shows_one)
            server.end()
        browser.close()


main()
