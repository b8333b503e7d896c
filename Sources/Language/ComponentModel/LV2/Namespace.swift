/// The namespaces in bundles, all declared here.
///
/// LV2's own header macros are built from other macros, which Swift does not import.
package enum Namespace {
  package static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  package static let rdfs = "http://www.w3.org/2000/01/rdf-schema#"
  package static let xsd = "http://www.w3.org/2001/XMLSchema#"
  package static let doap = "http://usefulinc.com/ns/doap#"
  package static let foaf = "http://xmlns.com/foaf/0.1/"
  package static let dublinCore = "http://purl.org/dc/terms/"
  package static let lv2 = "http://lv2plug.in/ns/lv2core#"
  package static let atom = "http://lv2plug.in/ns/ext/atom#"
  package static let bufferSize = "http://lv2plug.in/ns/ext/buf-size#"
  package static let dynamicManifest = "http://lv2plug.in/ns/ext/dynmanifest#"
  package static let event = "http://lv2plug.in/ns/ext/event#"
  package static let log = "http://lv2plug.in/ns/ext/log#"
  package static let midi = "http://lv2plug.in/ns/ext/midi#"
  package static let options = "http://lv2plug.in/ns/ext/options#"
  package static let parameters = "http://lv2plug.in/ns/ext/parameters#"
  package static let patch = "http://lv2plug.in/ns/ext/patch#"
  package static let portGroups = "http://lv2plug.in/ns/ext/port-groups#"
  package static let portProperties = "http://lv2plug.in/ns/ext/port-props#"
  package static let presets = "http://lv2plug.in/ns/ext/presets#"
  package static let resizePort = "http://lv2plug.in/ns/ext/resize-port#"
  package static let state = "http://lv2plug.in/ns/ext/state#"
  package static let time = "http://lv2plug.in/ns/ext/time#"
  package static let urid = "http://lv2plug.in/ns/ext/urid#"
  package static let worker = "http://lv2plug.in/ns/ext/worker#"
  package static let units = "http://lv2plug.in/ns/extensions/units#"
  /// What some authors write by mistake for ``units``; hosts understand it.
  package static let mistakenUnits = "http://lv2plug.in/ns/extension/units#"
  /// What other authors write by mistake for ``units``; no host understands these.
  package static let misspeltUnits = ["http://lv2plug.in/ns/ext/units#", "http://lv2plug.in/ns/units#"]
  package static let ui = "http://lv2plug.in/ns/extensions/ui#"
  package static let modgui = "http://moddevices.com/ns/modgui#"
  /// The languages of literals in atoms.
  package static let languages = "http://lexvo.org/id/iso639-3/"
  /// aucat's vocabulary for tags: see `schema/tags.md`.
  package static let tags = "urn:aucat:tags#"

  /// The part of a URI after its namespace; nil for a URI of another namespace.
  package static func local(_ uri: String, in namespace: String) -> String? {
    // By bytes, because counting characters is slow.
    uri.hasPrefix(namespace) ? String(uri.utf8.dropFirst(namespace.utf8.count)) : nil
  }
}

/// URIs of LV2's specifications that more than one module needs.
package enum LV2 {
  /// `lv2:Plugin`, the class of every plugin.
  package static let plugin = Namespace.lv2 + "Plugin"
  /// `midi:MidiEvent`.
  package static let midiEvent = Namespace.midi + "MidiEvent"
  /// `lv2:hardRTCapable`: the plugin's promise that `run` is hard real-time safe.
  package static let hardRTCapable = Namespace.lv2 + "hardRTCapable"
  /// `lv2:isLive`: the plugin must process a live source.
  package static let isLive = Namespace.lv2 + "isLive"
  /// `lv2:inPlaceBroken`: input and output buffers may not be the same.
  package static let inPlaceBroken = Namespace.lv2 + "inPlaceBroken"
}

/// The port properties that this project acts on, by their names in ``ComponentPort/properties``.
package enum PortProperty: String {
  case connectionOptional, enumeration, integer, isSideChain, reportsLatency, sampleRate, toggled
  /// The port switches the plugin on or bypasses it: `lv2:enabled`, which is a designation.
  case enabled
  case causesArtifacts, expensive, notAutomatic, trigger
}

extension ComponentPort {
  /// Whether it has a property.
  package func has(_ property: PortProperty) -> Bool { properties.contains(property.rawValue) }
}

/// Parts of URIs, for people.
package enum URIPart {
  /// The last non-empty part between `/`, `#` and `:`; the whole URI if there is none.
  package static func last(of uri: String) -> String {
    uri.unicodeScalars.split { $0 == "/" || $0 == "#" || $0 == ":" }.last.map { String($0) } ?? uri
  }
}
