package import AudioComponents

/// `plugin_tags`.
extension ArdourUpdate {
  /// The file with the tags added.
  ///
  /// - Parameter bytes: the file as it is; nil if there is none.
  /// - Returns: nil if the file has all of them already.
  /// - Throws: ``UserDataError`` if it is not Ardour's.
  package func tags(in bytes: [UInt8]?) throws(UserDataError) -> [UInt8]? {
    guard !words.isEmpty else { return nil }
    let bytes = bytes ?? Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<PluginTags>\n</PluginTags>\n".utf8)
    try ArdourMetadata.checkSize(bytes)
    var reader = try XMLReader(bytes)
    guard let root = try reader.next(), root.name == ArdourMetadata.tagsRoot else {
      throw UserDataError(line: 1, "its root element is not `\(ArdourMetadata.tagsRoot)`")
    }
    var missing = words
    var edits: [Edit] = []
    while let entry = try reader.next() {
      guard entry.depth == 1, let uri = Self.taggedURI(entry), let words = words[uri] else { continue }
      missing[uri] = nil
      if let edited = Self.adding(words, to: entry) { edits.append(Edit(range: entry.range, text: edited)) }
    }
    if !missing.isEmpty { edits.append(appending(missing, to: root, end: reader.rootEnd)) }
    if edits.isEmpty { return nil }
    let result = Self.applied(edits, to: bytes)
    // Ardour ignores a file that it can't read.
    var written = ArdourMetadata()
    try written.add(.tags, result)
    return result
  }

  /// Replaces a part of a file.
  private struct Edit {
    var range: Range<Int>
    var text: String
  }

  /// The URI of an entry with tags that Ardour's user has set.
  private static func taggedURI(_ entry: XMLReader.Element) -> String? {
    guard entry.isSet("user-set"), entry["tags"] != nil, ArdourMetadata.isLV2(entry.value("type") ?? "") else {
      return nil
    }
    return entry.value("id")
  }

  /// The start tag of an entry with words added; nil if it has them all.
  private static func adding(_ words: [String], to entry: XMLReader.Element) -> String? {
    let present = ArdourMetadata.words(entry["tags"] ?? "")
    let known = Set(present.map { $0.lowercased() })
    let new = words.filter { !known.contains($0) }
    if new.isEmpty { return nil }
    let attributes = entry.attributes.map { name, value in
      (name, name == "tags" ? (present + new).joined(separator: " ") : value)
    }
    return tag(entry.name, attributes, isEmpty: entry.isEmpty)
  }

  /// The edit that adds entries for plugins without one, at the end of the root.
  private func appending(_ words: [String: [String]], to root: XMLReader.Element, end: Int?) -> Edit {
    let lines = words.sorted { $0.key < $1.key }.map { uri, words in
      let name = names[uri].map { String(String.UnicodeScalarView($0.unicodeScalars.filter(Self.isAllowed))) } ?? uri
      let attributes = [
        ("type", "LV2"), ("id", uri), ("tags", words.joined(separator: " ")), ("name", name), ("user-set", "1"),
      ]
      return "  " + Self.tag("Plugin", attributes, isEmpty: true) + "\n"
    }
    guard let end else {
      let start = Self.tag(root.name, root.attributes, isEmpty: false)
      return Edit(range: root.range, text: "\(start)\n\(lines.joined())</\(root.name)>")
    }
    return Edit(range: end..<end, text: lines.joined())
  }

  private static func tag(_ name: String, _ attributes: [(name: String, value: String)], isEmpty: Bool) -> String {
    let values = attributes.map { " \($0.name)=\"\(escaped($0.value))\"" }
    return "<\(name)\(values.joined())\(isEmpty ? "/>" : ">")"
  }

  private static func escaped(_ value: String) -> String {
    let references: [Unicode.Scalar: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;",
    ]
    // By scalars: a character may be one of them with a combining mark.
    return value.unicodeScalars.map { references[$0] ?? String($0) }.joined()
  }

  /// - Parameter edits: the edits, in the order of the file.
  private static func applied(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}
