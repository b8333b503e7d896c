"""A machine with known plugins, for tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import aucat

STEREO = """
  lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in_left" ; lv2:name "In left" ] ,
    [ a lv2:InputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "in_right" ; lv2:name "In right" ] ,
    [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 2 ; lv2:symbol "out_left" ; lv2:name "Out left" ] ,
    [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 3 ; lv2:symbol "out_right" ; lv2:name "Out right" ] ,
    [ a lv2:InputPort, lv2:ControlPort ; lv2:index 4 ; lv2:symbol "gain" ; lv2:name "Gain" ;
      lv2:default 1.0 ; lv2:minimum 0.0 ; lv2:maximum 2.0 ]"""
MONO = """
  lv2:port [ a lv2:InputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "in" ; lv2:name "In" ] ,
    [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "out" ; lv2:name "Out" ]"""
GUIDE = {
    "gain-stereo": ("Hall", "lv2:ReverbPlugin", STEREO),
    "extra-port": ("Room", "lv2:ReverbPlugin", STEREO),
    "gain-mono": ("Trim", "lv2:AmplifierPlugin", MONO),
    "crash-run": ("Crackle", "lv2:DistortionPlugin", MONO),
    "organ": (
        "Organ",
        "lv2:InstrumentPlugin",
        """lv2:requiredFeature <http://lv2plug.in/ns/ext/urid#map> ;
  lv2:port [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "left" ; lv2:name "Left" ] ,
    [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 1 ; lv2:symbol "right" ; lv2:name "Right" ] ,
    [ a lv2:InputPort, <http://lv2plug.in/ns/ext/atom#AtomPort> ; lv2:index 2 ; lv2:symbol "in" ; lv2:name "In" ;
      <http://lv2plug.in/ns/ext/atom#bufferType> <http://lv2plug.in/ns/ext/atom#Sequence> ;
      <http://lv2plug.in/ns/ext/atom#supports> <http://lv2plug.in/ns/ext/midi#MidiEvent> ] ,
    [ a lv2:OutputPort, <http://lv2plug.in/ns/ext/atom#AtomPort> ; lv2:index 3 ; lv2:symbol "echo" ; lv2:name "Echo" ;
      <http://lv2plug.in/ns/ext/atom#bufferType> <http://lv2plug.in/ns/ext/atom#Sequence> ;
      <http://lv2plug.in/ns/ext/atom#supports> <http://lv2plug.in/ns/ext/midi#MidiEvent> ]""",
    ),
    "generator": (
        "Drums",
        "lv2:InstrumentPlugin",
        """lv2:port [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "out" ; lv2:name "Out" ]""",
    ),
}


def uri(name: str) -> str:
    """The URI of a test plugin."""
    return f"urn:aucat:test:{name}"


class Machine:
    """The plugins of Tests/TestPlugins, and a catalog of them."""

    def __init__(self, folder: Path, products: Path, top: Path) -> None:
        self.folder = folder
        self.products = products
        self.bundles = folder / "lv2"
        bundle = self.bundles / "test-plugins.lv2"
        shutil.copytree(top / "Tests" / "TestPlugins" / "Bundle", bundle)
        (bundle / "plugins.so").symlink_to(products / "libTestPlugins.so")
        with self.catalog(None) as catalog:
            catalog.scan()

    def catalog(self, user_store: Path | None, locale: str = "en") -> aucat.Catalog:
        """The catalog of the plugins."""
        return aucat.Catalog(
            catalog=self.folder / "catalog.sqlite", user_store=user_store, search_path=[self.bundles], locale=locale
        )

    def environment(self, user_store: Path) -> dict[str, str]:
        """What makes other programs use the catalog."""
        return {
            "AUCAT_CATALOG": str(self.folder / "catalog.sqlite"),
            "AUCAT_USER_STORE": str(user_store),
            "LV2_PATH": str(self.bundles),
        }


def install_guide(folder: Path, products: Path) -> None:
    """Installs the plugins that the guide shows, which are test plugins by other names."""
    for name, (shown, lv2_class, ports) in GUIDE.items():
        bundle = folder / f"{name}.lv2"
        bundle.mkdir(parents=True)
        (bundle / "plugins.so").symlink_to(products / "libTestPlugins.so")
        preset = (
            f'<urn:example:half> a pset:Preset ; lv2:appliesTo <{uri(name)}> ; rdfs:label "Half" ;'
            ' lv2:port [ lv2:symbol "gain" ; pset:value 0.5 ] .'
            if shown == "Hall"
            else ""
        )
        (bundle / "manifest.ttl").write_text(
            f"""@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix doap: <http://usefulinc.com/ns/doap#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<{uri(name)}> a lv2:Plugin, {lv2_class} ; lv2:binary <plugins.so> ; doap:name "{shown}" ;
  doap:maintainer [ foaf:name "Example Audio" ] ;{ports} .
{preset}
"""
        )
