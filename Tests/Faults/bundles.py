"""Bundles to scan: small, of our own, so that a run needs no installed plugins."""
import os, shutil

HEAD = """@prefix doap: <http://usefulinc.com/ns/doap#> .
@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
@prefix pset: <http://lv2plug.in/ns/ext/presets#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
CLASSES = ["ReverbPlugin", "DelayPlugin", "CompressorPlugin", "AmplifierPlugin", "FilterPlugin", "InstrumentPlugin"]
WORDS = ["Amber", "Birch", "Cedar", "Delta", "Ember", "Fjord", "Grove", "Heath"]
# Installed in every home; the others come and go.
INSTALLED = ["amber.lv2", "birch.lv2", "cedar.lv2", "delta.lv2"]
SPARE = "ember.lv2"
# Its plugins can be loaded.
LOADABLE = "grove.lv2"
PLUGINS = 4


def uri(bundle, plugin):
    return f"urn:faults:{bundle.removesuffix('.lv2')}:{plugin}"


def name(bundle, plugin):
    return f"{bundle.removesuffix('.lv2').capitalize()} {CLASSES[plugin].removesuffix('Plugin')}"


def port(index, symbol, kinds, rest=""):
    types = ", ".join(f"lv2:{kind}" for kind in kinds)
    return f'[ a {types} ; lv2:index {index} ; lv2:symbol "{symbol}" ; lv2:name "{symbol.title()}" {rest}]'


def described(bundle, plugin):
    ports = [port(0, "in", ["InputPort", "AudioPort"]), port(1, "out", ["OutputPort", "AudioPort"])]
    ports += [
        port(2 + number, f"{word.lower()}_{plugin}", ["InputPort", "ControlPort"],
             "; lv2:default 0.5 ; lv2:minimum 0 ; lv2:maximum 1 ") for number, word in enumerate(WORDS[:3 + plugin])
    ]
    replaced = f" lv2:replaces <{uri('old.lv2', plugin)}> ;" if bundle == SPARE else ""
    return f"""<{uri(bundle, plugin)}> a lv2:{CLASSES[plugin]} ; doap:name "{name(bundle, plugin)}" ;
  doap:license <http://opensource.org/licenses/isc> ; lv2:minorVersion 2 ; lv2:microVersion {plugin} ;{replaced}
  lv2:port {' , '.join(ports)} .
"""


def make(folder, library):
    """Writes all bundles, each a folder below one. `library` is what plugin.c makes."""
    for bundle in [*INSTALLED, SPARE, LOADABLE]:
        word = bundle.removesuffix(".lv2").capitalize()
        os.makedirs(f"{folder}/{bundle}")
        if bundle == LOADABLE:
            shutil.copyfile(library, f"{folder}/{bundle}/plugin.so")
        else:
            open(f"{folder}/{bundle}/plugin.so", "w").close()
        manifest, data = HEAD, HEAD
        for plugin in range(PLUGINS):
            manifest += f"<{uri(bundle, plugin)}> a lv2:Plugin ; lv2:binary <plugin.so> ; rdfs:seeAlso <data.ttl> .\n"
            data += described(bundle, plugin)
            manifest += f"<{uri(bundle, plugin)}:calm> a pset:Preset ; lv2:appliesTo <{uri(bundle, plugin)}> ;\n"
            manifest += f'  rdfs:label "Calm {word}" ; rdfs:seeAlso <data.ttl> .\n'
            data += f"<{uri(bundle, plugin)}:calm> a pset:Preset .\n"
        for file, text in [("manifest.ttl", manifest), ("data.ttl", data)]:
            with open(f"{folder}/{bundle}/{file}", "w") as output:
                output.write(text)
