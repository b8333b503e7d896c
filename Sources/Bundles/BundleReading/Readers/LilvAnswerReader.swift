internal import ComponentModel
internal import ComponentScan

/// Writes down what lilv answers about a plugin once it has loaded the plugin's files, and no others: see
/// `schema/lilv.md`.
///
/// A fact that depends on the host's language, on the order of blank nodes, or on which of several values lilv happens
/// to see first is written as unknown, since only lilv knows.
struct LilvAnswerReader {
  private let facts: Facts
  private let subject: Term
  private let manifest: Int
  private var text = ""
  /// The values of URIs: ports repeat the same few.
  private var uris: [Term: String?] = [:]

  /// The value of one fact.
  private enum Known {
    case none, unknown
    case values([String])
  }

  /// - Parameter facts: the facts of the manifest, which is the first file, and of the plugin's data files.
  init(_ facts: Facts, about subject: Term) {
    self.facts = facts
    self.subject = subject
    manifest = facts.files.first ?? 0
  }

  /// What lilv answers; nil if that exceeds the size limit.
  mutating func answers(_ table: PropertyTable) -> LilvAnswers? {
    writeLines("N", single(table[.doapName]))
    writeLines("C", resources(table[.rdfType]))
    writeLines("R", resources(table[.lv2RequiredFeature]))
    writeLines("O", resources(table[.lv2OptionalFeature]))
    writeLines("X", resources(table[.lv2ExtensionData]))
    writeLines("Q", resources(table[.requiredOption]))
    writeLines("J", single(table[.lv2Project]))
    text += "B\(table[.lv2Binary].count)\nU\(table[.uiInterface].count)\n"
    writeBlanks()
    guard writePorts(table[.lv2Port]), text.utf8.count <= ScanLimits.lilvAnswers else { return nil }
    return LilvAnswers(author: author(table), facts: text)
  }

  /// Writes how many blank nodes the manifest itself names, so that those of another manifest are noticed.
  private mutating func writeBlanks() {
    for (letter, property) in [("P", Property.lv2Port), ("M", .doapMaintainer), ("J", .lv2Project)] {
      var blanks = TermSet()
      facts.forEach(about: subject) { found, statement in
        guard found == property, statement.file == manifest, facts.graph.kind(statement.object) == .blank else {
          return
        }
        blanks.insert(statement.object)
      }
      if !blanks.terms.isEmpty { text += "b\(letter)\(blanks.terms.count)\n" }
    }
  }

  private mutating func writeLines(_ key: String, _ known: Known) {
    switch known {
    case .none: return
    case .unknown: writeLine(key, "?")
    case .values(let values): for value in values { writeLine(key, value) }
    }
  }

  private mutating func writeLine(_ key: String, _ value: String) {
    text += key
    text += value
    text += "\n"
  }

  /// The only value: lilv chooses among several by their order in memory, or by language.
  private mutating func single(_ terms: [Term]) -> Known {
    guard let term = terms.first else { return .none }
    guard terms.count == 1, let value = value(term) else { return .unknown }
    return .values([value])
  }

  private mutating func resources(_ terms: [Term]) -> Known {
    if terms.isEmpty { return .none }
    var values: [String] = []
    // They are written in the order in which lilv finds them.
    for term in terms.count > 1 ? terms.sorted(by: facts.graph.precedes) : terms {
      guard facts.graph.kind(term) == .uri, let value = value(term) else { return .unknown }
      values.append(value)
    }
    return .values(values)
  }

  private static let namespaces = [
    ("l", Namespace.lv2), ("a", Namespace.atom), ("p", Namespace.portProperties), ("e", Namespace.event),
  ]

  /// The kind of a node, and its text; nil for one that lilv's constructors can't make, or that has a language.
  private mutating func value(_ term: Term) -> String? {
    guard facts.graph.kind(term) == .uri else { return literal(term) }
    if let known = uris[term] { return known }
    let value = uri(Self.plain(facts.graph.text(term)))
    uris.updateValue(value, forKey: term)
    return value
  }

  private func uri(_ text: String?) -> String? {
    // lilv writes such a URI with the path on which it has found the bundle.
    guard let text, !text.hasPrefix("file:") else { return nil }
    for (letter, namespace) in Self.namespaces {
      if let local = Namespace.local(text, in: namespace) { return letter + local }
    }
    return "u" + text
  }

  /// The text; nil if it has control characters, or U+FFFD, which stands for malformed bytes.
  private static func plain(_ text: String) -> String? {
    var isASCII = true
    for byte in text.utf8 {
      if byte < 0x20 { return nil }
      isASCII = isASCII && byte < 0x80
    }
    return isASCII || !text.unicodeScalars.contains("\u{FFFD}") ? text : nil
  }

  private func literal(_ term: Term) -> String? {
    let graph = facts.graph
    guard let text = Self.plain(graph.text(term)) else { return nil }
    switch graph.kind(term) {
    case .string: return graph.language(term) == nil && graph.datatype(term) == nil ? "s" + text : nil
    case .integer: return "i" + text
    case .decimal: return "f" + text
    case .boolean: return "b" + text
    case .uri, .blank, .binary: return nil
    }
  }
}

// As in lilv, the author is the maintainer of the plugin, or else of its project.
extension LilvAnswerReader {
  private mutating func author(_ table: PropertyTable) -> String {
    var lines = ""
    var people = table[.doapMaintainer]
    if people.isEmpty, let project = first(table[.lv2Project]) {
      switch project {
      case .success(let term):
        if let uri = facts.uri(term) { lines += "j\(uri)\n" }
        people = facts.values(term, .doapMaintainer)
      case .failure: return "?\n"
      }
    }
    switch first(people) {
    case nil: return lines
    case .failure: return "?\n"
    case .success(let person):
      if let uri = facts.uri(person) { lines += "m\(uri)\n" }
      let known = [
        ("n", single(facts.values(person, .foafName))), ("e", single(facts.values(person, .foafMailbox))),
        ("h", single(facts.values(person, .foafHomepage))),
      ]
      for case (let key, .values(let values)) in known { lines += key + (values.first ?? "") + "\n" }
      for case (let key, .unknown) in known { lines += key + "?\n" }
      return lines.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A } ? lines : "?\n"
    }
  }

  private struct Undecided: Error {}

  /// The resource that lilv takes: a single one, or the first of some URIs.
  private func first(_ terms: [Term]) -> Result<Term, Undecided>? {
    guard let only = terms.first else { return nil }
    if terms.count == 1 { return facts.graph.kind(only).isLiteral ? .failure(Undecided()) : .success(only) }
    guard terms.allSatisfy({ facts.graph.kind($0) == .uri }) else { return .failure(Undecided()) }
    return .success(terms.reduce(only) { facts.graph.precedes($1, $0) ? $1 : $0 })
  }
}

// Ports are written as a whole, or not at all: lilv treats ports that break the rules in ways of its own.
extension LilvAnswerReader {
  /// - Returns: whether there is room for them.
  private mutating func writePorts(_ terms: [Term]) -> Bool {
    var ports = [String?](repeating: nil, count: terms.count)
    var table = PropertyTable()
    var bytes = text.utf8.count
    for term in terms {
      table.fill(facts, [term])
      guard !facts.graph.kind(term).isLiteral, let port = port(table, among: terms.count), ports[port.index] == nil
      else {
        text += "P?\n"
        return true
      }
      ports[port.index] = port.lines
      bytes += port.lines.utf8.count
      if bytes > ScanLimits.lilvAnswers { return false }
    }
    for lines in ports { text += "P\n" + (lines ?? "") }
    return true
  }

  private mutating func port(_ table: PropertyTable, among count: Int) -> (index: Int, lines: String)? {
    guard case .values(let indexes) = single(table[.lv2Index]), case .values(let symbols) = single(table[.lv2Symbol]),
      let index = indexes.first, index.hasPrefix("i"), let number = Int(index.dropFirst()),
      index == "i\(number)", (0..<count).contains(number),
      let symbol = symbols.first, symbol.hasPrefix("s"), Self.isSymbol(symbol.dropFirst()),
      case .values(let types) = resources(table[.rdfType])
    else { return nil }
    let before = text
    text = ""
    defer { text = before }
    writeLines("t", .values(types))
    writeLine("y", symbol)
    for (key, property) in [("n", Property.lv2Name), ("d", .lv2Default), ("m", .lv2Minimum), ("x", .lv2Maximum)] {
      writeLines(key, single(table[property]))
    }
    let lists: [(String, Property)] = [
      ("p", .lv2PortProperty), ("g", .lv2Designation), ("s", .atomSupports), ("v", .eventSupports),
      ("r", .groupsGroup), ("k", .atomBufferType),
    ]
    for (key, property) in lists { writeLines(key, resources(table[property])) }
    return (number, text)
  }

  private static func isSymbol(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
    return text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}
