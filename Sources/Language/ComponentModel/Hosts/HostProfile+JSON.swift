extension HostProfile {
  /// Why a text isn't a profile, and the line of the mistake.
  package struct FormatError: Error, Hashable, Sendable {
    /// The line in the file, from 1.
    package var line: Int
    /// The mistake and how to fix it, in one line.
    package var message: String
  }

  /// Parses a profile in JSON: see `schema/hosts.md`.
  ///
  /// - Throws: ``FormatError`` for the first mistake.
  package init(parsing text: String) throws(FormatError) {
    let members = try Members(text)
    self.init(name: try members.name(), title: "")
    title = try members.text("title") ?? name
    version = try members.text("version")
    source = try members.text("source")
    portKinds = Set(try members.words("ports", isRequired: true))
    demands = Set(try members.words("demands"))
    features = try members.uris("features", isRequired: true)
      .union(try members.words("blocks").map { (block: Block) in block.feature })
    options = try members.uris("options")
    extensions = try members.uris("extensions")
    interfaces = try members.uris("uis")
  }

  /// A host's promises about block lengths; each has a feature.
  private enum Block: String, CaseIterable {
    case bounded, coarse, fixed, powerOf2

    var feature: String { Namespace.bufferSize + rawValue + "BlockLength" }
  }
}

/// The members of a profile's text.
private struct Members {
  private let members: [JSON.Member]
  private static let keys = [
    "name", "title", "version", "source", "ports", "blocks", "demands", "features", "options", "extensions", "uis",
  ]
  /// Maximum length of a text in bytes.
  private static let textLimit = 1_000

  init(_ text: String) throws(HostProfile.FormatError) {
    do throws(JSON.SyntaxError) {
      members = try JSON.members(of: text)
    } catch {
      throw HostProfile.FormatError(line: error.line, message: "this is not a JSON object")
    }
    var seen: Set<String> = []
    for member in members {
      guard Self.keys.contains(member.key) else {
        throw Self.error(member, "is unknown; the keys are \(Self.keys.joined(separator: ", "))")
      }
      if !seen.insert(member.key).inserted { throw Self.error(member, "occurs twice; remove one") }
    }
  }

  func name() throws(HostProfile.FormatError) -> String {
    guard let name = try text("name"), let member = member("name") else { throw missing("name") }
    let isValid = name.utf8.allSatisfy { byte in
      byte.isASCIILetterOrDigit && byte == byte.loweredASCII || "-.".utf8.contains(byte)
    }
    guard isValid, name.utf8.count <= 40 else {
      throw Self.error(member, "is not a name; write at most 40 characters: a to z, 0 to 9, hyphen and dot")
    }
    return name
  }

  func text(_ key: String) throws(HostProfile.FormatError) -> String? {
    guard let member = member(key) else { return nil }
    guard let text = member.value.text, Self.isPlain(text) else {
      throw Self.error(member, "is not text of 1 to \(Self.textLimit) bytes on one line")
    }
    return text
  }

  func uris(_ key: String, isRequired: Bool = false) throws(HostProfile.FormatError) -> Set<String> {
    Set(
      try list(key, isRequired) {
        $0.contains(":") && !$0.contains(" ") ? $0 : nil
      } remedy: {
        "write whole URIs"
      })
  }

  func words<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, isRequired: Bool = false
  ) throws(HostProfile.FormatError) -> [Word] {
    try list(key, isRequired, { Word(rawValue: $0) }) {
      "write \(Word.allCases.map(\.rawValue).joined(separator: ", "))"
    }
  }

  private func list<Element>(
    _ key: String, _ isRequired: Bool, _ convert: (String) -> Element?, remedy: () -> String
  ) throws(HostProfile.FormatError) -> [Element] {
    guard let member = member(key) else {
      if isRequired { throw missing(key) }
      return []
    }
    guard case .array(let values) = member.value else { throw Self.error(member, "is not a list; \(remedy())") }
    var elements: [Element] = []
    for value in values {
      guard let text = value.text, Self.isPlain(text), let element = convert(text) else {
        throw Self.error(member, "has \(value.encoded.prefix(80)); \(remedy())")
      }
      elements.append(element)
    }
    return elements
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= textLimit
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7F}" }
  }

  private func member(_ key: String) -> JSON.Member? { members.first { $0.key == key } }

  private func missing(_ key: String) -> HostProfile.FormatError {
    HostProfile.FormatError(line: 1, message: "`\(key)` is missing")
  }

  private static func error(_ member: JSON.Member, _ message: String) -> HostProfile.FormatError {
    HostProfile.FormatError(line: member.line, message: "`\(member.key.prefix(40))` \(message)")
  }
}
