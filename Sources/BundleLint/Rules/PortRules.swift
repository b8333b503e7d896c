internal import BundleReading
internal import ComponentModel
internal import ComponentQuery

/// Names, symbols and properties of ports.
enum PortRules {
  static let sameSymbolRule = Rule("same-symbol", .error, "two ports have one symbol", .plugin(sameSymbol))

  static let rules = [
    Rule("port-no-name", .warning, "a port has no lv2:name", .port(noName)),
    sameSymbolRule,
    Rule("bad-symbol", .error, "a port's symbol is no identifier of C", .port(badSymbol)),
    Rule("unknown-port-property", .warning, "LV2 has no such port property", .port(unknownProperty)),
    Rule("midi-by-name", .warning, "a port is called MIDI and does not support it", .port(midiByName)),
  ]

  private static func noName(_ port: PortFacts) -> [Diagnostic] {
    guard port.name == nil, let symbol = port.symbol else { return [] }
    return [
      port.adding(
        "the port has no name, so users see its symbol and searches by parameter miss it", .lv2Name,
        Document.quoted(title(symbol)))
    ]
  }

  private static func sameSymbol(_ plugin: PluginFacts) -> [Diagnostic] {
    var seen: Set<String> = []
    let taken = Set(plugin.ports.compactMap(\.symbol))
    return plugin.ports.compactMap { port in
      guard let symbol = port.symbol, !seen.insert(symbol).inserted else { return nil }
      let free = (2...).lazy.map { "\(symbol)_\($0)" }.first { !taken.contains($0) } ?? symbol
      guard
        var diagnostic = port.values(.lv2Symbol).first?.replacement(
          "two ports have the symbol `\(symbol)`, so hosts restore one of them from presets and sessions",
          Property.lv2Symbol, by: Document.quoted(free))
      else { return nil }
      diagnostic.port = symbol
      return diagnostic
    }
  }

  private static func badSymbol(_ port: PortFacts) -> [Diagnostic] {
    guard let value = port.values(.lv2Symbol).first, let symbol = value.text else { return [] }
    let fitting = identifier(symbol)
    guard fitting != symbol else { return [] }
    return [
      value.replacement(
        "the symbol `\(symbol)` is no identifier (a letter or _, then letters, digits and _), so hosts may refuse it",
        Property.lv2Symbol, by: Document.quoted(fitting))
    ]
  }

  private static func identifier(_ symbol: String) -> String {
    let scalars = symbol.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
        ? Character(scalar) : "_"
    }
    let text = String(scalars)
    return text.first.map { $0.isNumber } != false ? "_" + text : text
  }

  private static let core = [
    "connectionOptional", "reportsLatency", "toggled", "sampleRate", "integer", "enumeration", "isSideChain",
    "freeWheeling",
  ]
  private static let extended = [
    "trigger", "supportsStrictBounds", "hasStrictBounds", "expensive", "causesArtifacts", "continuousCV", "discreteCV",
    "logarithmic", "notAutomatic", "notOnGUI",
  ]

  private static func unknownProperty(_ port: PortFacts) -> [Diagnostic] {
    port.properties.compactMap { value in
      guard let uri = value.uri else {
        return value.removal(
          "a port property is a URI, and this is none", .lv2PortProperty, "or name one")
      }
      let places = [Namespace.lv2: core, Namespace.portProperties: extended]
      guard let (space, known) = places.first(where: { uri.hasPrefix($0.key) }) else { return nil }
      let name = String(uri.dropFirst(space.count))
      guard !known.contains(name) else { return nil }
      let message = "LV2 has no port property `\(name)` there, so hosts take no notice of it"
      let all = core.map { Namespace.lv2 + $0 } + extended.map { Namespace.portProperties + $0 }
      let same = all.first { $0.hasSuffix("#" + name) }
      let near =
        same ?? nearest(to: name, in: core + extended).flatMap { word in all.first { $0.hasSuffix("#" + word) } }
      guard let near else { return value.removal(message, .lv2PortProperty, "or name one of LV2's") }
      return value.replacement(
        "\(message); nearest is `\(URIPart.last(of: near))`", .lv2PortProperty,
        by: value.document.term(near))
    }
  }

  private static func midiByName(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .atom, !port.takesMIDI else { return [] }
    guard [port.name, port.symbol].compactMap({ $0?.lowercased() }).contains(where: { $0.contains("midi") }) else {
      return []
    }
    return [
      port.adding(
        "the port is called MIDI and does not say that it supports it, so hosts don't route MIDI to it",
        Property.atomSupports, port.document.term(LV2.midiEvent))
    ]
  }
}
