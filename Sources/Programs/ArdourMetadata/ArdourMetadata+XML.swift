internal import AudioComponents

/// `plugin_tags` and `plugin_stats`: elements below the root, each with a plugin's kind and identifier.
extension ArdourMetadata {
  mutating func readTags(_ bytes: [UInt8]) throws(UserDataError) {
    try entries(bytes, root: Self.tagsRoot, of: .tags) { metadata, uri, entry in
      guard entry.isSet("user-set") else {
        metadata.leftOut.shippedTags += 1
        return
      }
      guard let text = entry.value("tags") else {
        return metadata.reject(.tags, line: entry.line, because: "\(uri) has no tags, not even empty ones")
      }
      metadata.setTags(text, of: uri, entry.line)
    }
  }

  mutating func readStats(_ bytes: [UInt8]) throws(UserDataError) {
    try entries(bytes, root: Self.statsRoot, of: .stats) { metadata, uri, entry in
      guard let text = entry.value("use-count"), let count = Int(text),
        let use = UseCount(
          uri: uri, source: Self.source, count: count, lastUsed: entry.value("lru").flatMap(Self.time))
      else {
        return metadata.reject(
          .stats, line: entry.line, because: "the use count of \(uri) is not a number from 0 to \(UseCount.largest)")
      }
      // Ardour never writes a count of 0, and it would mean nothing.
      guard count > 0 else { return }
      metadata.uses[uri] = metadata.uses[uri]?.joined(use) ?? use
    }
  }

  /// The time from seconds since 1970; nil for 0, which Ardour writes for "never".
  private static func time(_ text: String) -> UTCTime? {
    Int64(text).flatMap { $0 > 0 ? UTCTime(secondsSince1970: $0) : nil }
  }

  private mutating func setTags(_ text: String, of uri: String, _ line: Int) {
    var labels: [UserLabel] = []
    var seen: Set<UserLabel> = []
    for word in Self.words(text) {
      do throws(UserLabelError) {
        let label = try UserLabel(.tag, word)
        if seen.insert(label).inserted { labels.append(label) }
      } catch {
        reject(.tags, line: line, because: "\(uri): \(error)")
      }
    }
    tags[uri] = labels
  }

  /// The tags of an attribute. Ardour separates them with spaces, and accepts commas and line breaks as well.
  static func words(_ text: String) -> [String] {
    text.unicodeScalars.split { $0.properties.isWhitespace || $0 == "," }.map { String($0) }
  }

  /// Calls `body` with each entry of an LV2 plugin.
  private mutating func entries(
    _ bytes: [UInt8], root: String, of file: File, _ body: (inout ArdourMetadata, String, XMLReader.Element) -> Void
  ) throws(UserDataError) {
    var reader = try XMLReader(bytes)
    guard let first = try reader.next(), first.name == root else {
      throw UserDataError(line: 1, "its root element is not `\(root)`")
    }
    while let entry = try reader.next() {
      // Like Ardour: any element name, but only direct children.
      guard entry.depth == 1 else { continue }
      guard let kind = entry.value("type"), let identifier = entry.value("id") else {
        reject(file, line: entry.line, because: "the entry lacks a plugin's type or id")
        continue
      }
      guard Self.isLV2(kind) else {
        leftOut.otherKinds += 1
        continue
      }
      if let uri = uri(identifier, in: file, line: entry.line) { body(&self, uri, entry) }
    }
  }

  /// Ardour ignores the case of its enumerations' names.
  static func isLV2(_ kind: some StringProtocol) -> Bool { kind.lowercased() == "lv2" }
}

extension XMLReader.Element {
  /// The value of an attribute, whose name older versions wrote with `_` instead of `-`.
  func value(_ name: String) -> String? {
    self[name] ?? attributes.first { String($0.name.map { $0 == "_" ? "-" : $0 }) == name }?.value
  }

  /// Whether a Boolean attribute is true.
  func isSet(_ name: String) -> Bool {
    value(name).map { ["1", "y", "yes", "t", "true"].contains($0.lowercased()) } ?? false
  }
}
