internal import BundleReading
internal import ComponentModel
internal import ComponentQuery

/// Names, symbols and properties of ports.
enum PortRules {
  static let checks: [Check] = [
    .plugin(sameSymbol), .port(noName), .port(badSymbol), .port(unknownProperty), .port(midiByName),
  ]

  private static func noName(_ port: PortFacts) -> [Diagnostic] {
    guard port.name == nil, let symbol = port.symbol else { return [] }
    let problem = Problem(
      .portNoName, "the port has no name, so users see its symbol and searches by parameter miss it")
    return [port.adding(.lv2Name, object: Document.quoted(title(symbol)), for: problem)]
  }

  private static func sameSymbol(_ plugin: PluginFacts) -> [Diagnostic] {
    var seen: Set<String> = []
    let taken = Set(plugin.ports.compactMap(\.symbol))
    return plugin.ports.compactMap { port in
      guard let symbol = port.symbol, !seen.insert(symbol).inserted else { return nil }
      let free = (2...).lazy.map { "\(symbol)_\($0)" }.first { !taken.contains($0) } ?? symbol
      let problem = Problem(
        .sameSymbol, "two ports have the symbol `\(symbol)`, so presets and sessions restore only one of them")
      guard
        var diagnostic = port.values(.lv2Symbol).first?.replacement(problem, .lv2Symbol, by: Document.quoted(free))
      else { return nil }
      diagnostic.port = symbol
      return diagnostic
    }
  }

  private static func badSymbol(_ port: PortFacts) -> [Diagnostic] {
    guard let value = port.values(.lv2Symbol).first, let symbol = value.text else { return [] }
    let fitting = identifier(symbol)
    guard fitting != symbol else { return [] }
    let problem = Problem(
      .badSymbol,
      "the symbol `\(symbol)` is not an identifier (a letter or _, then letters, digits and _), so hosts may reject it")
    return [value.replacement(problem, .lv2Symbol, by: Document.quoted(fitting))]
  }

  /// The symbol that is nearest to a text.
  static func identifier(_ symbol: String) -> String {
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
        let problem = Problem(.unknownPortProperty, "a port property must be a URI, which this is not")
        return value.removal(of: .lv2PortProperty, for: problem, advice: "or name one")
      }
      let places = [Namespace.lv2: core, Namespace.portProperties: extended]
      guard let (space, known) = places.first(where: { uri.hasPrefix($0.key) }) else { return nil }
      let name = String(uri.dropFirst(space.count))
      guard !known.contains(name) else { return nil }
      let all = core.map { Namespace.lv2 + $0 } + extended.map { Namespace.portProperties + $0 }
      let same = all.first { $0.hasSuffix("#" + name) }
      let near =
        same ?? nearest(to: name, in: core + extended).flatMap { word in all.first { $0.hasSuffix("#" + word) } }
      let problem = Problem(
        .unknownPortProperty,
        "this namespace of LV2 has no port property `\(name)`, so hosts ignore it"
          + nearestText(near.map(URIPart.last)))
      guard let near else { return value.removal(of: .lv2PortProperty, for: problem, advice: "or name one of LV2's") }
      return value.replacement(problem, .lv2PortProperty, by: value.document.term(near))
    }
  }

  private static func midiByName(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .atom, !port.takesMIDI else { return [] }
    guard [port.name, port.symbol].compactMap({ $0?.lowercased() }).contains(where: { $0.contains(run: "midi") }) else {
      return []
    }
    let problem = Problem(
      .midiByName, "the port is named MIDI but does not declare support for it, so hosts don't route MIDI to it")
    return [port.addingMIDI(for: problem)]
  }
}
