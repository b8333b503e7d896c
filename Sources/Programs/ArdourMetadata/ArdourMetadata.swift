package import AudioComponents

/// A user's data about LV2 plugins in Ardour 5 to 8, from the files in its folder `plugin_metadata`: tags,
/// favourites, hidden plugins and use counts.
///
/// One value reads all the files, one after the other, and collects their contents. It takes bytes; the caller opens
/// the files.
package struct ArdourMetadata: Hashable, Sendable {
  /// The files, by their names.
  package enum File: String, CaseIterable, Hashable, Sendable {
    /// XML: the tags of plugins.
    case tags = "plugin_tags"
    /// Lines of a plugin's kind, its status and its identifier.
    case statuses = "plugin_statuses"
    /// XML: how often a plugin was used, and when it was last used.
    case stats = "plugin_stats"
  }

  /// An entry that can't be imported, because aucat keeps nothing like it.
  package struct Rejection: Hashable, Sendable {
    /// The file that it is in.
    package var file: File
    /// Its line, from 1.
    package var line: Int
    /// The mistake, in one line.
    package var reason: String
  }

  /// Counts of entries left out because the user did not make them, or because the plugin is not LV2.
  package struct LeftOut: Hashable, Sendable {
    /// Entries of plugins that are not LV2.
    package var otherKinds = 0
    /// Plugins whose tags came with Ardour: those are Ardour's, under its licence.
    package var shippedTags = 0
    /// Plugins that Ardour hides by itself because it has them in another format.
    package var concealed = 0
  }

  /// The largest file that can be read, in bytes.
  package static let sizeLimit = 16 << 20

  /// The entries that were left out.
  package var leftOut = LeftOut()
  /// The entries that can't be imported, in the order of the files.
  package var rejections: [Rejection] = []
  var tags: [String: [UserLabel]] = [:]
  var statuses: [String: UserLabel] = [:]
  var uses: [String: UseCount] = [:]

  /// The name under which a user store keeps Ardour's use counts.
  package static let source = "ardour"

  package init() {}

  /// The data that was read, sorted by URI.
  package var data: UserData {
    let tagged = tags.sorted { $0.key < $1.key }.flatMap { uri, labels in labels.map { UserFact($0, uri: uri) } }
    let marked = statuses.sorted { $0.key < $1.key }.map { UserFact($0.value, uri: $0.key) }
    return UserData(facts: tagged + marked, uses: uses.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Identifies a file by its content.
  ///
  /// - Throws: ``UserDataError`` for XML of another program.
  package static func file(_ bytes: [UInt8]) throws(UserDataError) -> File {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes[start...].first(where: { !XMLReader.isSpace($0) }) == UInt8(ascii: "<") else { return .statuses }
    var reader = try XMLReader(bytes)
    let name = try reader.next()?.name ?? ""
    switch name {
    case tagsRoot: return .tags
    case statsRoot: return .stats
    default: throw UserDataError(line: nil, "its root element is `\(name)`, which is not one of Ardour's")
    }
  }

  /// Adds the contents of a file. Entries replace those of an earlier file of the same kind, plugin by plugin.
  ///
  /// - Throws: ``UserDataError`` with the line. Discard the value then.
  package mutating func add(_ file: File, _ bytes: [UInt8]) throws(UserDataError) {
    try Self.checkSize(bytes)
    switch file {
    case .tags: try readTags(bytes)
    case .statuses: try readStatuses(bytes)
    case .stats: try readStats(bytes)
    }
  }

  static func checkSize(_ bytes: [UInt8]) throws(UserDataError) {
    guard bytes.count <= sizeLimit else { throw UserDataError(line: nil, "it is larger than \(sizeLimit >> 20) MiB") }
  }

  static let tagsRoot = "PluginTags"
  static let statsRoot = "PluginStats"

  /// Checks that aucat can store a URI; records a rejection if not.
  mutating func uri(_ text: String, in file: File, line: Int) -> String? {
    if (1...UserData.longestURI).contains(text.utf8.count) { return text }
    reject(file, line: line, because: "a plugin's URI must have 1 to \(UserData.longestURI) bytes")
    return nil
  }

  mutating func reject(_ file: File, line: Int, because reason: String) {
    rejections.append(Rejection(file: file, line: line, reason: reason))
  }
}
