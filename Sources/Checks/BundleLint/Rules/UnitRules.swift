internal import ComponentModel
internal import BundleReading
internal import ComponentQuery

/// Checks the units of ports.
enum UnitRules {
  static let checks: [Check] = [.port(unitInName), .port(unknownUnit), .port(undefinedUnit)]

  private static let unit = Property.unitsUnit

  /// LV2's units by the lower-case words that authors write for them.
  private static let written = [
    "db": "db", "hz": "hz", "khz": "khz", "mhz": "mhz", "msec": "ms", "msecs": "ms", "sec": "s",
    "secs": "s", "seconds": "s", "milliseconds": "ms", "%": "pc", "percent": "pc", "bpm": "bpm", "cents": "cent",
    "cent": "cent", "semitones": "semitone12TET", "semitone": "semitone12TET", "octaves": "oct", "octave": "oct",
    "oct": "oct", "degrees": "degree", "deg": "degree", "°": "degree", "beats": "beat", "bars": "bar",
    "samples": "frame", "frames": "frame", "cm": "cm", "mm": "mm", "minutes": "min",
    "meters": "m", "metres": "m",
  ]

  /// Words that are units only in this case, with words that such names contain: (M), (S) and (MS) are mid and side,
  /// and (min) is the lower of two ports.
  private static let short: [String: (local: String, names: Set<String>)] = [
    "ms": ("ms", []), "s": ("s", durations), "m": ("m", lengths),
  ]
  private static let durations: Set = [
    "attack", "decay", "delay", "duration", "fade", "glide", "hold", "interval", "lag", "length", "lookahead", "offset",
    "period", "portamento", "predelay", "release", "rt60", "size", "smooth", "smoothing", "sustain", "time", "window",
  ]
  private static let lengths: Set = ["depth", "distance", "height", "length", "radius", "size", "width"]

  /// LV2's name of the unit at the end of a name.
  private static func local(_ word: String, endingName name: String) -> String? {
    guard let unit = short[word] else { return written[word.lowercased()] }
    let names = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return unit.names.isEmpty || !unit.names.isDisjoint(with: names) ? unit.local : nil
  }

  /// LV2's name of a unit that is written in another way.
  private static func local(called word: String) -> String? {
    let word = word.lowercased()
    return written[word] ?? short[word]?.local ?? (word == "min" ? word : nil)
  }

  private static func unitInName(_ port: PortFacts) -> [Diagnostic] {
    guard port.kind == .control, port.isContinuous, port.values(unit).isEmpty, let name = port.name,
      let (word, local) = unit(endingName: name)
    else { return [] }
    let problem = Problem(
      .unitInName, "the name ends in `\(word)` but the port has no unit, so hosts show its values without one")
    return [port.adding(unit, object: port.document.term(Namespace.units + local), for: problem)]
  }

  /// The unit in brackets at the end of a name, or an unambiguous one without brackets: `Band 250 Hz` names a band.
  private static func unit(endingName name: String) -> (word: String, local: String)? {
    let text = words(name)
    for (open, close) in [("(", ")"), ("[", "]")] where text.hasSuffix(close) {
      guard let start = text.lastIndex(of: Character(open)) else { continue }
      let word = String(text[text.index(after: start)...].dropLast())
      return local(word, endingName: text).map { (word, $0) }
    }
    let parts = text.split(separator: " ")
    guard parts.count > 1, let last = parts.last, ["dB", "Hz", "kHz", "ms", "%"].contains(String(last)),
      let before = parts.dropLast().last, before.last?.isLetter == true,
      !parts.dropLast().contains(where: { $0.first?.isNumber == true })
    else { return nil }
    return local(String(last), endingName: text).map { (String(last), $0) }
  }

  private static func unknownUnit(_ port: PortFacts) -> [Diagnostic] {
    port.values(unit).compactMap { value in
      if let text = value.text {
        let problem = Problem(.unknownUnit, "a unit must be a URI, not the text `\(text)`, so hosts show none")
        guard let local = local(called: text) else {
          return value.removal(of: unit, for: problem, advice: "or name a unit")
        }
        return value.replacement(problem, unit, by: value.document.term(Namespace.units + local))
      }
      guard let uri = value.uri, let name = localName(uri) else { return nil }
      if Units.symbol(ofName: name) != nil && uri == Namespace.units + name { return nil }
      let near =
        Units.names.first { $0 == name } ?? local(called: name) ?? nearest(to: name, in: Units.names)
      let problem = Problem(.unknownUnit, "LV2 has no unit <\(uri)>, so hosts show none" + nearestText(near))
      guard let near else { return value.removal(of: unit, for: problem, advice: "or name one of LV2's units") }
      return value.replacement(problem, unit, by: value.document.term(Namespace.units + near))
    }
  }

  /// The name of a unit in LV2's namespace, or in one that authors mistake for it.
  private static func localName(_ uri: String) -> String? {
    (Units.namespaces + Namespace.misspeltUnits).lazy.compactMap { Namespace.local(uri, in: $0) }.first
  }

  private static func undefinedUnit(_ port: PortFacts) -> [Diagnostic] {
    let graph = port.plugin.graph
    return port.values(unit).compactMap { value in
      guard value.text == nil, value.uri.flatMap(localName) == nil else { return nil }
      let symbols = [Property.unitsSymbol, .unitsRender].flatMap { graph.values(value.node, $0) }
      guard symbols.isEmpty, graph.text(value.node, .rdfsLabel) == nil else { return nil }
      let document = graph.document(of: value.node) ?? value.document
      let line = "\(document.term(.unitsSymbol)) \"\(value.uri.map(URIPart.last) ?? "unit")\""
      let name = value.uri.map { " <\($0)>" } ?? ""
      return Diagnostic(
        problem: Problem(
          .unitUndefined, "the unit\(name) has neither symbol nor label in the bundle, so hosts show none"),
        line: value.uri.map { "<\($0)> \(line) ." } ?? "\(line) ;", file: document.file)
    }
  }
}
