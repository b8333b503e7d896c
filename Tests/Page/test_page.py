"""The page in a browser: what a person does with a mouse, a keyboard, or a screen reader."""

from __future__ import annotations

import array
import math
import re
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import PROGRAM, Server, rendered, wav

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is missing: pip install playwright")
expect = playwright.expect


@pytest.fixture
def page(browser, server: Server):
    """A page that has been let in, without an error at its end."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    made = context.new_page()
    errors: list[str] = []
    made.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.goto(server.address)
    made.wait_for_selector("#list .row")
    yield made
    context.close()
    assert errors == []


def opened(browser, address: str, **options):
    """A page of a context of its own, with its list."""
    page = browser.new_context(**options).new_page()
    page.goto(address)
    page.wait_for_selector("#list .row")
    return page


def count(page) -> int:
    return int(re.match(r"\d+", page.inner_text("#count")).group())


def until(holds: Callable[[], bool]) -> None:
    """Waits until something holds; the page's policy allows Playwright no functions of its own for that."""
    for _ in range(100):
        if holds():
            return
        time.sleep(0.03)
    assert holds()


def test_the_ticket_is_taken_from_the_address(page, server: Server) -> None:
    assert page.url == f"{server.origin}/"
    assert page.evaluate("document.cookie") == ""
    assert page.evaluate("document.activeElement.id") == "q"


def test_a_page_that_was_not_let_in_says_how(browser, server: Server) -> None:
    other = browser.new_context().new_page()
    other.goto(f"{server.origin}/?q=reverb")
    expect(other.locator("#gone")).to_contain_text("aucat browse")
    assert other.locator("#list .row").count() == 0


def test_search_as_you_type(page) -> None:
    everything = count(page)
    page.keyboard.type("reverb")
    expect(page).to_have_url(re.compile("q=reverb"))
    until(lambda: count(page) < everything)
    expect(page.locator("#said")).to_contain_text("component", timeout=3_000)
    page.go_back()
    expect(page.locator("#q")).to_have_value("")
    until(lambda: count(page) == everything)
    page.go_forward()
    expect(page.locator("#q")).to_have_value("reverb")


def test_a_wrong_predicate_has_a_caret(page) -> None:
    page.fill("#q", "nme == x")
    expect(page.locator("#invalid")).to_contain_text("^")
    expect(page.locator("#q")).to_have_attribute("aria-invalid", "true")
    assert page.locator("#list .row").count() > 0


def test_what_was_corrected_is_taken_as_typed(page) -> None:
    page.keyboard.type("rverb")
    page.get_by_role("button", name="As typed").click()
    expect(page).to_have_url(re.compile("exact=1"))
    until(lambda: count(page) == 0)
    page.locator("#chosen button").click()
    until(lambda: count(page) > 0)


def test_facets_combine(page) -> None:
    everything = count(page)
    page.locator("#facets label", has_text="Effect").first.click()
    expect(page).to_have_url(re.compile("type="))
    until(lambda: count(page) < everything)
    with_type = count(page)
    page.locator("#facets fieldset").nth(1).locator("label").nth(2).click()
    until(lambda: count(page) < with_type)
    page.locator("#chosen button", has_text="remove all").click()
    until(lambda: count(page) == everything)


def test_twenty_rows_are_tagged_by_keyboard_and_undone(page, server: Server) -> None:
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id") == "list"
    for _ in range(19):
        page.keyboard.press("Shift+ArrowDown")
    expect(page.locator("#selected")).to_have_text("20 selected")
    page.keyboard.press("t")
    page.keyboard.type("Warm")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("20 components")
    assert len(server.get("search", q="tag == Warm", variants="all")["list"]) == 20  # type: ignore[index]
    assert page.evaluate("document.activeElement.id") == "list"
    page.keyboard.press("Control+z")
    expect(page.locator("#said")).to_contain_text("undone")
    assert server.get("search", q="tag == Warm", variants="all")["rows"] == 0  # type: ignore[index]


def test_two_pages_see_each_other(page, server: Server) -> None:
    other = page.context.new_page()
    other.goto(f"{server.origin}/")
    other.wait_for_selector("#list .row")
    page.bring_to_front()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("f")
    expect(other.locator("#list .star")).to_have_count(1, timeout=3_000)
    other.close()


def test_a_component_is_shown_and_left(page) -> None:
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "detail"
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "list"
    page.go_back()
    expect(page.locator("#detail")).to_be_visible()
    page.get_by_role("button", name="Close").focus()
    page.go_forward()
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.locator("#list")).to_be_focused()


def test_a_new_start_is_pasted_into_an_open_tab(browser, server: Server) -> None:
    """Only the fragment changes, so the browser doesn't load the page again."""
    context = browser.new_context()
    other = context.new_page()
    other.goto(f"{server.origin}/")
    expect(other.locator("#gone")).to_contain_text("aucat browse")
    other.goto(f"{server.origin}/#ticket={server.another_ticket()}")
    expect(other.locator("#list .row").first).to_be_visible()
    expect(other.locator("#gone")).to_be_hidden()
    context.close()


def test_a_page_that_gave_way_sees_what_it_missed(browser, server: Server) -> None:
    """Of five pages the first gives way, without an alert, and has the changes when it is looked at again."""
    context = browser.new_context()
    pages = [context.new_page() for _ in range(5)]
    for page in pages:
        page.goto(server.address if page is pages[0] else f"{server.origin}/")
        page.wait_for_selector("#list .row")
    server.post("change", {"changes": [{"do": "create", "kind": "collection", "name": "Rooms"}]})
    expect(pages[4].locator("#own")).to_contain_text("Rooms")
    expect(pages[0].locator("#own")).not_to_contain_text("Rooms")
    expect(pages[0].locator("#gone")).to_be_hidden()
    pages[0].evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(pages[0].locator("#own")).to_contain_text("Rooms")
    context.close()


def test_the_focus_stays_where_it_is_at_the_side(page) -> None:
    favourites = page.get_by_role("link", name="Favourites")
    favourites.press("Enter")
    expect(favourites).to_have_attribute("aria-current", "true")
    expect(favourites).to_be_focused()
    page.get_by_role("button", name="Remove Favourites").press("Enter")
    expect(page.locator("#chosen")).to_be_hidden()
    expect(page.locator("#list")).to_be_focused()


def test_pages_are_turned_by_keyboard_and_end(page) -> None:
    page.locator("#view").select_option("pages")
    page.get_by_role("button", name="Next").focus()
    for number in (2, 3):
        page.keyboard.press("Enter")
        expect(page.locator("#pager")).to_contain_text(f"Page {number} of")
    assert int(page.get_attribute("#list .row.active", "aria-rowindex")) == 101
    page.fill("#q", "tag == Reverb and audioInputs == 2")
    expect(page.locator("#pager")).to_contain_text("Page 1 of")
    assert "page=" not in page.url
    page.goto(page.url + "&page=99")
    expect(page.locator("#list .row").first).to_be_visible()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()


def test_marks_of_a_selection_are_taken_away_again(page) -> None:
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    for stars in (2, 0, 2):
        page.keyboard.press("f")
        expect(page.locator("#list .star")).to_have_count(stars)


def test_rows_out_of_view_are_selected(page) -> None:
    everything = count(page)
    assert everything > 200
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    expect(page.locator("#selected")).to_have_text(f"{everything} selected")


def test_an_undo_that_failed_can_be_tried_again(page, server: Server) -> None:
    page.keyboard.press("ArrowDown")
    page.keyboard.press("f")
    expect(page.locator("#list .star")).to_have_count(1)
    page.evaluate("""() => {
      const { fetch } = window;
      window.fetch = (...words) => {
        if (words[0] !== '/api/undo') return fetch(...words);
        window.fetch = fetch;
        return Promise.reject(new TypeError('gone'));
      };
    }""")
    undo = page.locator("#undo")
    undo.press("Enter")
    expect(page.locator("#gone")).to_be_visible()
    undo.press("Enter")
    expect(page.locator("#list .star")).to_have_count(0)
    expect(undo).to_be_disabled()
    expect(page.locator("#list")).to_be_focused()


def test_rows_are_drawn_as_they_come_into_view(page) -> None:
    everything = count(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    row = page.locator("#list .row.active")
    expect(row).to_have_attribute("aria-rowindex", str(everything))
    assert page.get_attribute("#list", "aria-activedescendant") == row.get_attribute("id")
    assert page.get_attribute("#list", "aria-rowcount") == str(everything)
    assert page.locator("#list .row").count() < 100


@pytest.mark.parametrize("language", ["en_US", "de_DE", "ar_EG"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser, tmp_path, language: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python")
    server = Server(tmp_path, LC_ALL=language)
    try:
        page = opened(browser, server.address, color_scheme=scheme)
        page.keyboard.press("ArrowDown")
        page.keyboard.press(" ")
        page.keyboard.press("Enter")
        page.wait_for_selector("#detail h2")
        assert page.get_attribute("html", "dir") == ("rtl" if language.startswith("ar") else "ltr")
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        page.context.close()
    finally:
        server.end()


def test_a_name_that_is_refused_can_be_corrected(page, server: Server) -> None:
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save as a chain…").click()
    page.keyboard.type("a/b")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_contain_text("without a slash")
    expect(page.locator("#naming-name")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("  ")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_have_text("Enter a name.")
    page.keyboard.press("Control+A")
    page.keyboard.type("a b")
    page.keyboard.press("Enter")
    expect(page.locator("#naming")).to_be_hidden()
    expect(page.locator("#detail")).to_contain_text("chains/a b.json")


def test_a_message_is_legible_and_covers_no_button(page) -> None:
    page.locator("#list").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    page.keyboard.press("f")
    toast, undo = page.locator("#toast"), page.locator("#toast button")
    expect(undo).to_be_visible()
    colors = undo.evaluate("one => [getComputedStyle(one).color, getComputedStyle(one.parentElement).backgroundColor]")
    assert colors[0] != colors[1]
    assert undo.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"
    message, buttons = toast.bounding_box(), page.locator("#selection").bounding_box()
    assert message and buttons and message["y"] + message["height"] <= buttons["y"]


def test_the_name_of_a_start_leads_to_its_page(browser, tmp_path) -> None:
    """The browser asks no name server for it."""
    server = Server(tmp_path)
    try:
        page = opened(browser, server.named)
        assert page.evaluate("location.origin") == server.named.split("/#")[0]
        page.context.close()
    finally:
        server.end()


def test_a_server_that_comes_back_is_found(browser, tmp_path) -> None:
    """A page whose server was started anew goes on once another tab has been let in."""
    server = Server(tmp_path)
    page = opened(browser, server.address)
    server.end()
    expect(page.locator("#gone")).to_contain_text("aucat browse", timeout=10_000)
    again = Server(tmp_path, "--port", str(server.port))
    try:
        other = page.context.new_page()
        other.goto(again.address)
        other.wait_for_selector("#list .row")
        expect(page.locator("#gone")).to_be_hidden(timeout=40_000)
        again.post("change", {"changes": [{"do": "create", "kind": "collection", "name": "Rooms"}]})
        expect(page.locator("#own")).to_contain_text("Rooms", timeout=40_000)
    finally:
        page.context.close()
        again.end()


def test_collections_and_searches_are_kept_and_deleted(page, server: Server) -> None:
    page.keyboard.type("reverb")
    page.get_by_role("button", name="Save this search").click()
    page.keyboard.type("Rooms")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Delete Rooms").click()
    expect(page.locator("#toast")).to_contain_text("Deleted: Rooms")
    until(lambda: server.get("side")["searches"] == [])  # type: ignore[index]
    page.locator("#toast button").click()
    expect(page.get_by_role("button", name="Delete Rooms")).to_be_visible()


def test_the_first_collection_of_the_guide(page, server: Server) -> None:
    """What Browse.md tells somebody to press who has just installed aucat."""
    everything = count(page)
    page.keyboard.type("reverb")
    expect(page).to_have_url(re.compile("q=reverb"))
    page.keyboard.press("Enter")
    until(lambda: 4 <= count(page) < everything)
    for _ in range(3):
        page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("c")
    page.keyboard.type("Rooms")
    page.keyboard.press("Enter")
    expect(page.locator("#own")).to_contain_text("Rooms")
    found = subprocess.run(
        [PROGRAM, "search", "in Rooms", "--format", "uri"], env=server.environment, capture_output=True, text=True, check=True)
    assert len(found.stdout.split()) == 4


def open_effect(page) -> str:
    """Shows an effect in stereo, and returns its URI."""
    page.fill("#q", "tag == Reverb and audioInputs == 2 and audioOutputs == 2 and usableIn == aucat")
    page.keyboard.press("Enter")
    expect(page.locator("#list")).to_be_focused()
    page.wait_for_timeout(200)
    page.keyboard.press("Enter")
    page.wait_for_selector("#hear")
    return parse_qs(urlsplit(page.url).query)["c"][0]


def test_a_component_is_heard_as_it_is_rendered(page, server: Server, tmp_path) -> None:
    """WebAudio's clock runs without a device."""
    uri = open_effect(page)
    with page.expect_response(re.compile("/api/audition")) as answer:
        page.click("#hear")
    expect(page.locator("#detail [role=status]").first).to_contain_text("LUFS", timeout=5_000)
    wet = array.array("f", answer.value.body())
    assert wet.tolist() == [value for channel in rendered(server, tmp_path, uri) for value in channel]
    expect(page.get_by_role("button", name="Stop")).to_be_enabled()
    page.get_by_role("button", name="Stop").click()


@pytest.mark.parametrize("leave", ["Stop", "Close"])
def test_a_sound_that_comes_too_late_is_not_heard(page, leave: str) -> None:
    open_effect(page)
    page.evaluate("""() => {
      const { start } = AudioBufferSourceNode.prototype;
      window.started = 0;
      AudioBufferSourceNode.prototype.start = function (...words) { window.started += 1; start.apply(this, words); };
    }""")
    held: list = []
    page.route("**/api/audition*", lambda route: held.append((route, route.fetch())))
    page.click("#hear")
    status = page.locator("#detail [role=status]").first
    until(lambda: status.inner_text() == "rendering…" and len(held) == 1)
    page.get_by_role("button", name=leave).click()
    route, answer = held[0]
    route.fulfill(response=answer)
    page.wait_for_timeout(500)
    assert page.evaluate("started") == 0


RECORD = """
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) {
      window.recorder ??= new AnalyserNode(to.context, { fftSize: 32768 });
      connect.call(this, window.recorder);
    }
    return connect.call(this, to, ...rest);
  };
"""


def test_dry_and_wet_switch_without_a_gap_and_are_equally_loud(browser, server: Server) -> None:
    """What goes to the device is recorded around the switch: no 10 ms of it are quiet, and both sides are as loud."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(RECORD)
    page.goto(server.address)
    page.wait_for_selector("#list .row")
    open_effect(page)
    page.locator("#detail .controls select").select_option("noise")
    page.click("#hear")
    expect(page.locator("#detail [role=status]").first).to_contain_text("LUFS", timeout=5_000)
    page.wait_for_timeout(900)
    page.get_by_label("bypass").check()
    page.wait_for_timeout(340)
    samples = page.evaluate("""() => {
      const samples = new Float32Array(recorder.fftSize);
      recorder.getFloatTimeDomainData(samples);
      return Array.from(samples);
    }""")
    context.close()
    size = 480
    levels = [math.sqrt(sum(value * value for value in samples[start:start + size]) / size) for start in range(0, len(samples) - size, size)]
    middle = statistics.median(levels)
    assert middle > 0.001 and min(levels) > middle / 4, [round(level / middle, 2) for level in levels]
    before, after = statistics.mean(levels[:20]), statistics.mean(levels[-20:])
    assert abs(20 * math.log10(before / after)) < 3


def test_a_plugin_that_crashes_says_so(browser, faulty: Server) -> None:
    page = opened(browser, faulty.address)
    for name in ("crash-run", "hang-run"):
        page.goto(f"{faulty.origin}/?c=urn:aucat:test:{name}")
        page.click("#hear")
        expect(page.locator("#detail [role=status]").first).to_contain_text("crash" if name == "crash-run" else "did not return", timeout=9_000)
    page.goto(f"{faulty.origin}/?c=urn:aucat:test:gain-stereo")
    page.click("#hear")
    expect(page.locator("#detail [role=status]").first).to_contain_text("LUFS", timeout=5_000)
    page.context.close()


def test_what_is_heard_is_kept_as_a_chain(page, server: Server) -> None:
    uri = open_effect(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the chain").click()
    text = download.value.path().read_text()
    assert uri in text
    page.get_by_role("button", name="Save as a chain").click()
    page.keyboard.type("My room")
    page.keyboard.press("Enter")
    expect(page.locator("#detail [role=status]").first).to_contain_text("My room.json")
    assert (Path(server.environment["HOME"]) / ".local/share/aucat/chains/My room.json").read_text() == text


def test_a_dropped_file_is_heard(page, tmp_path) -> None:
    open_effect(page)
    (tmp_path / "own.wav").write_bytes(wav([array.array("f", (math.sin(frame / 20) / 4 for frame in range(48_000)))], 48_000))
    page.get_by_text("A sound of your own").click()
    page.set_input_files("#detail input[type=file]", tmp_path / "own.wav")
    expect(page.locator("#detail [role=status]").first).to_contain_text("LUFS", timeout=5_000)
    expect(page.locator("#detail .controls select")).to_have_value(re.compile("file-"))


def test_what_a_bundle_says_is_never_markup(browser, tmp_path) -> None:
    """Names and comments of a hostile bundle are texts, and no script of theirs runs."""
    name = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    bundle = tmp_path / "lv2" / "evil.lv2"
    bundle.mkdir(parents=True)
    (bundle / "plugin.so").write_bytes(b"")
    (bundle / "manifest.ttl").write_text(
        "@prefix lv2: <http://lv2plug.in/ns/lv2core#> . @prefix doap: <http://usefulinc.com/ns/doap#> ."
        " @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
        f' <urn:evil> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "{name}" ; rdfs:comment "{name}" ;'
        ' doap:homepage <javascript:alert(3)> ;'
        ' lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ],'
        ' [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ] .')
    server = Server(tmp_path, LV2_PATH=str(tmp_path / "lv2"))
    context = browser.new_context()
    page = context.new_page()
    ran: list[str] = []
    page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    page.goto(server.address)
    expect(page.locator("#list .row")).to_contain_text(name)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#detail h2")).to_have_text(name)
    assert page.locator("#detail img, #list img, #detail a[href^=javascript]").count() == 0 and ran == []
    context.close()
    server.end()


def test_what_people_call_things_is_no_text_of_the_page(page, server: Server) -> None:
    page.goto(f"{server.origin}/?manufacturer=constructor")
    expect(page.get_by_role("button", name="Remove constructor")).to_have_text("constructor ✕")
    expect(page.locator("#gone")).to_be_hidden()


def test_no_width_or_zoom_cuts_anything_off(browser, server: Server) -> None:
    """A phone, a tablet, a desktop; and a desktop at 200 %, which has half its pixels."""
    for width in (360, 768, 1280, 640):
        context = browser.new_context(viewport={"width": width, "height": 720}, reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{server.origin}/")
        page.evaluate(f"localStorage.setItem('aucat-token', '{server.token}')")
        page.goto(f"{server.origin}/?view=pages")
        page.wait_for_selector("#list .row")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        context.close()


def test_the_end_of_the_last_page_ends_the_server(browser, tmp_path) -> None:
    server = Server(tmp_path)
    staying = Server(tmp_path, "--stay")
    for one in (server, staying):
        page = opened(browser, one.address)
        until(lambda: page.locator("#own li").count() > 1)
        page.context.close()
    assert server.process.wait(timeout=75) == 0
    assert staying.process.poll() is None
    staying.end()
