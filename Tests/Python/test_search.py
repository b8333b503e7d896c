"""Searches, their results and their errors."""

from __future__ import annotations

import gc
import json
import pickle
import subprocess
from fractions import Fraction
from pathlib import Path

import aucat
import pytest
from machine import Machine, uri


def names(components: object) -> list[str]:
    return [component.name for component in components]  # type: ignore[attr-defined]


def test_components_are_those_of_the_command(catalog: aucat.Catalog, machine: Machine, tmp_path: Path) -> None:
    """Every attribute of every component is what `aucat search --json` says."""
    program = machine.products / "aucat"
    if not program.exists():
        pytest.skip(f"there is no {program}")
    environment = {**machine.environment(tmp_path / "user.sqlite"), "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [str(program), "search", "--json", "uri contains 'aucat:test'"],
        env=environment,
        capture_output=True,
        check=True,
    )
    listed = json.loads(done.stdout)
    found = catalog.search("uri contains 'aucat:test'")
    assert len(found) == len(listed) > 40
    described = [
        {
            "uri": each.uri,
            "name": each.name,
            "type": each.type,
            "localizedType": each.localized_type,
            "manufacturer": each.manufacturer,
            "version": each.version,
            "bundle": each.bundle,
            "class": each.lv2_class,
            "license": each.license,
            "audioInputs": each.audio_inputs,
            "audioOutputs": each.audio_outputs,
            "cvInputs": each.cv_inputs,
            "cvOutputs": each.cv_outputs,
            "parameters": each.parameter_count,
            "presets": each.preset_count,
            "midiInput": each.has_midi_input,
            "midiOutput": each.has_midi_output,
            "sideChain": each.has_side_chain,
            "hardRealtime": each.is_hard_realtime,
            "realtime": each.realtime,
            "deterministic": each.is_deterministic,
            "customView": each.has_custom_view,
            "inPlaceBroken": each.is_in_place_broken,
            "favorite": each.is_favorite,
            "hidden": each.is_hidden,
            "latency": each.latency,
            "cost": each.cost,
            "loadTime": each.load_time,
            "memory": each.memory,
            "requiredFeatures": list(each.required_features),
            "variant": each.variant,
            "uses": each.use_count,
        }
        for each in found
    ]
    # A host asks `tags` of a component, compared below, and `quarantined` for verdicts. Of dates, the queries suffice.
    elsewhere = {"tags", "verdict", "validation", "addedAt", "changedAt", "lastUsed"}
    assert set(described[0]) | elsewhere == set(listed[0])
    assert described == [{key: each[key] for key in described[0]} for each in listed]
    assert [[str(tag) for tag in each.tags] for each in found] == [each["tags"]["all"] for each in listed]


def test_values_are_never_parsed(catalog: aucat.Catalog) -> None:
    """Each kind of value stands for a %@; what holds quotes or operators finds what has that name."""
    assert names(catalog.search("name == %@ and audioInputs == %@", "Gain stereo", 2)) == ["Gain stereo"]
    assert names(catalog.search("name == %@ and inPlaceBroken == %@", "In place broken", True)) == ["In place broken"]
    assert catalog.count("manufacturer == %@ and name == %@", None, "Delay") == 1
    assert catalog.count("name == %@", 'x" or audioInputs > 0 or name == "') == 0
    with pytest.raises(TypeError):
        catalog.count("name == %@", object())  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        catalog.count(b"name == x")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        catalog.count("name == %@", "nothing\0hidden")
    with pytest.raises(ValueError, match="too large"):
        catalog.count("audioInputs == %@", 10**400)
    assert catalog.count("audioInputs == %@", Fraction(4, 2)) == catalog.count("audioInputs == 2")
    with pytest.raises(aucat.PredicateError):
        catalog.count("name == %@")
    numpy = pytest.importorskip("numpy")
    assert catalog.count("midiInput == %@", numpy.bool_(True)) == catalog.count("midiInput == %@", True) > 0
    assert catalog.count("audioInputs == %@", numpy.int64(2)) == catalog.count("audioInputs == %@", 2) > 0


def test_a_result_is_a_sequence(catalog: aucat.Catalog) -> None:
    """Indexes, slices, membership and order are those of a list."""
    found = catalog.search("name beginswith 'Gain'")
    assert names(found) == ["Gain mono", "Gain stereo"] and len(found) == 2
    assert found[-1].name == "Gain stereo" and names(found[::-1]) == ["Gain stereo", "Gain mono"]
    assert found[0] in found and found.index(found[1]) == 1 and names(reversed(found)) == ["Gain stereo", "Gain mono"]
    with pytest.raises(IndexError):
        found[2]
    with pytest.raises(IndexError):
        found[-3]
    assert repr(found) == "<2 components: Gain mono, Gain stereo>"
    assert repr(catalog.search("name == nothing")) == "<0 components>"
    assert not catalog.search("name == nothing")
    assert names(catalog.search("name beginswith 'Gain'", limit=1)) == ["Gain mono"]
    assert names(catalog.search("name beginswith 'Gain'", limit=10**10)) == ["Gain mono", "Gain stereo"]
    for limit in (-1, 2**70):
        with pytest.raises(ValueError):
            catalog.search("name beginswith 'Gain'", limit=limit)


def test_components_outlive_everything(machine: Machine) -> None:
    """A component can be read when its result and its catalog are gone."""
    catalog = machine.catalog(None)
    component = catalog.search("name == 'Gain stereo'")[0]
    port, found = component.ports[4], catalog.find(uri("echo"))
    catalog.close()
    del catalog
    gc.collect()
    assert (component.name, port.symbol, found and found.name) == ("Gain stereo", "gain", "Echo")
    assert [preset.name for preset in component.presets].count("Same") == 2
    assert found is not None
    with pytest.raises(aucat.ClosedError):
        found.ports


def test_components_are_equal_by_their_identity(catalog: aucat.Catalog) -> None:
    """The same component of two results is one member of a set."""
    one, other = catalog.find(uri("echo")), catalog.search("name == Echo")[0]
    assert one is not None and one == other and len({one, other}) == 1 and one != uri("echo")
    assert repr(one) == "<Component 'Echo' urn:aucat:test:echo>"
    with pytest.raises(TypeError):
        pickle.dumps(one)


def test_ports_and_presets(catalog: aucat.Catalog) -> None:
    """Ports have their kinds, ranges and properties."""
    component = catalog.find(uri("gain-stereo"))
    assert component is not None
    assert [port.symbol for port in component.ports] == ["in_left", "in_right", "out_left", "out_right", "gain"]
    sound, gain = component.ports[0], component.ports[4]
    assert (sound.kind, sound.is_input, sound.default, sound.unit) == (aucat.PortKind.AUDIO, True, None, None)
    assert (gain.kind, gain.index, gain.minimum, gain.maximum) == (aucat.PortKind.CONTROL, 4, 0, 2)
    assert gain.points == () and not gain.has_property("toggled") and gain.group is None and gain.designation is None
    assert repr(gain) == "<control input gain: 'Gain'>"
    assert component.names == {None: "Gain stereo"} and component.comment is None
    assert component.binary is not None and component.binary.endswith("plugins.so")
    assert aucat.Preset("urn:aucat:test:preset:half", "Half", None) in component.presets
    assert any(port.has_property("toggled") for each in catalog.search("name == Toggles") for port in each.ports)


def test_tags_have_origins(catalog: aucat.Catalog, machine: Machine) -> None:
    """A tag says where it is from, and has the same identifier in each language; names are in the catalog's."""
    catalog.add_tag(uri("echo"), "My own")
    component = catalog.find(uri("echo"))
    assert component is not None
    tags = {tag.identifier: tag for tag in component.tags}
    assert tags["My own"].origins == aucat.TagOrigin.USER and str(tags["My own"]) == "My own"
    assert tags["delay"].origins & aucat.TagOrigin.CLASS
    with machine.catalog(None, locale="sv") as swedish:
        assert swedish.search("name == 'Gain stereo'")[0].localized_type == "Effekt"
        assert "Eko" in swedish.standard_tags() or "Fördröjning" in swedish.standard_tags()


def test_prepared_searches(catalog: aucat.Catalog) -> None:
    """A search runs again and again, sees what was committed, and explains itself."""
    search = catalog.prepare("userTag == %@", "Warm")
    assert search.count() == 0 and search.uris() == []
    catalog.add_tag(uri("echo"), "Warm")
    assert search.count() == 1 and search.uris() == [uri("echo")] and names(search) == ["Echo"]
    assert search.predicate == 'userTag == "Warm"' and search.notes == []
    assert search.plan() and search.why_nothing() is None
    assert catalog.prepare("audioInputs == 77").why_nothing()
    assert repr(search) == "<Search 'userTag == %@'>"
    facets = search.facets()
    assert facets.tag["Warm"] == 1 and facets == catalog.facets("userTag == Warm")
    assert sum(facets.channels.values()) == sum(facets.ui.values()) == facets.host["ardour"] == 1


def test_flags(catalog: aucat.Catalog) -> None:
    """The last word may be unfinished, exact words are as they are; the explanation is about such a search."""
    assert "Gain mono" in names(catalog.search("gai mon", typing=True))
    assert catalog.search("ecoh") and not catalog.search("ecoh", exact=True)
    echo = catalog.installed(uri("echo"))
    assert catalog.prepare("ecoh").why(echo).found
    assert not catalog.prepare("ecoh", exact=True).why(echo).found
    assert not catalog.prepare("ecoh", typing=True).why(echo).found
    assert catalog.prepare("ech", typing=True).why(echo).found
    catalog.set_hidden(echo)
    hidden = catalog.installed(uri("echo"))
    assert not catalog.prepare("name == Echo").why(hidden).found
    assert catalog.prepare("name == Echo", everything=True).why(hidden).found


def test_near(catalog: aucat.Catalog) -> None:
    """What is near is apart from what matches, only on demand, and never more than the limit has room for."""
    found = catalog.search("echoverb", near=True)
    assert "Echo" in names(found) + names(found.near) and len(found) + len(found.near) <= 10
    assert not set(found.near) & set(found)
    assert names(catalog.prepare("echoverb").near()) == names(found.near)
    assert catalog.search("echoverb").near == () and not catalog.prepare("echoverb", exact=True).near()
    assert len(catalog.search("echoverb", near=True, limit=len(found)).near) == 0


def test_hidden_components(catalog: aucat.Catalog) -> None:
    """Hidden components are found on demand only, and why says so."""
    catalog.set_hidden(uri("echo"))
    assert not catalog.search("name == Echo") and catalog.count("name == Echo", everything=True) == 1
    component = catalog.find(uri("echo"))
    assert component is not None
    why = catalog.why(component, "name == Echo and audioInputs == 77")
    assert not why.found
    assert [(reason.matches, reason.level) for reason in why.reasons] == [(False, 0), (True, 1), (False, 1)]
    assert (why.reasons[2].part, why.reasons[2].value) == ("audioInputs == 77", "1")
    assert catalog.why(component, "name == %@ and audioInputs == %@", "Echo", 77).reasons == why.reasons


def test_relatives(catalog: aucat.Catalog) -> None:
    """Similar components, and variants."""
    component = catalog.find(uri("gain-mono"))
    assert component is not None
    assert names(catalog.similar(component, limit=3)) == ["Patch"], "the other amplifier that is no variant"
    assert names(catalog.variants(component)) == names(catalog.variants(component.uri)) == ["Gain stereo"]
    with pytest.raises(aucat.NotFoundError, match="urn:nothing is not installed"):
        catalog.similar("urn:nothing")
    assert catalog.find("urn:nothing") is None


@pytest.mark.parametrize(
    ("text", "offset", "shown"),
    [
        ("tag contains drum and nme == x", 22, "  tag contains drum and nme == x\n                        ^"),
        ("name == 'é漢' and nme == x", 17, "  name == 'é漢' and nme == x\n                    ^"),
        ("name == x\nand nme == x", 14, "  and nme == x\n      ^"),
        ("name == x\tand nme == x", 14, "  name == x\tand nme == x\n           \t    ^"),
    ],
)
def test_the_caret(catalog: aucat.Catalog, text: str, offset: int, shown: str) -> None:
    """The offset counts characters, and the caret is below the place, also in a terminal with wide characters."""
    with pytest.raises(aucat.PredicateError) as caught:
        catalog.search(text)
    error = caught.value
    assert (error.predicate, error.offset, error.suggestion) == (text, offset, "name")
    assert error.code is aucat.ErrorCode.PREDICATE and isinstance(error, ValueError)
    assert str(error) == f"{error.message}\n{shown}"
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)


def test_the_caret_below_a_name(catalog: aucat.Catalog) -> None:
    """A name is at fault where the text has it, though it is looked up later; other texts get no caret."""
    search = catalog.prepare('tag == Reverb and in "gone"')
    with pytest.raises(aucat.PredicateError) as caught:
        search.count()
    assert caught.value.offset == 21
    assert str(caught.value).endswith('\n  tag == Reverb and in "gone"\n' + " " * 23 + "^")
    error = aucat.PredicateError("what is wrong", predicate="name == x")
    assert str(error) == "what is wrong" and error.offset is None


def test_tables_for_notebooks(catalog: aucat.Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table holds the first components; texts of bundles can't be anything but text."""
    monkeypatch.setattr("aucat._table.ROWS", 1)
    catalog.add_tag(uri("gain-mono"), "<script>")
    html = catalog.search("name beginswith Gain")._repr_html_()
    assert "<td>Gain mono</td><td>1→1</td>" in html and html.endswith("<p>and 1 more</p>")
    assert "&lt;script&gt;" in html and "<script>" not in html


def test_closing_the_default_catalog() -> None:
    """The next call opens it again."""
    with aucat.default_catalog() as first:
        assert not first.closed
    assert first.closed and aucat.default_catalog() is not first and not aucat.default_catalog().closed
