package import AudioComponents

/// Adds a user's data to the files that ``ArdourMetadata`` reads: tags, favourites and hidden plugins.
///
/// Every other entry stays as it is, byte for byte: those of other plugin formats, those of plugins that the data says nothing
/// about, and comments. A plugin's tags are added to its tags there, and its mark replaces the one there.
package struct ArdourUpdate: Hashable, Sendable {
  /// A status of a plugin, as Ardour writes it.
  enum Status: String, Hashable, Sendable {
    case favorite = "Favorite"
    case hidden = "Hidden"
  }

  /// The words of each plugin, by its URI; none is empty.
  private(set) var words: [String: [String]] = [:]
  private(set) var statuses: [String: Status] = [:]
  /// The text that Ardour shows for a plugin that it can't find.
  let names: [String: String]
  /// Plugins left out because Ardour could not read their URIs back, sorted.
  package private(set) var leftOut: [String] = []

  /// The longest URI that Ardour reads from a line, in bytes; at a longer one it stops reading.
  private static let longestURI = 1_000

  /// An update from a user's data.
  ///
  /// - Parameter names: the names of plugins, by their URIs. A plugin without a name gets its URI as its name.
  package init(_ data: UserData, names: [String: String] = [:]) {
    self.names = names
    var unusable: Set<String> = []
    for fact in data.facts {
      guard let uri = fact.uri, fact.label.kind != .collection else { continue }
      guard Self.isReadable(uri) else {
        unusable.insert(uri)
        continue
      }
      add(fact.label, to: uri)
    }
    leftOut = unusable.sorted()
  }

  private mutating func add(_ label: UserLabel, to uri: String) {
    switch label.kind {
    case .tag:
      let word = Self.word(label.name)
      if !words[uri, default: []].contains(word) { words[uri, default: []].append(word) }
    // A plugin has one status in Ardour. Its lists leave out hidden favourites, as ours do.
    case .favorite: statuses[uri] = statuses[uri] ?? .favorite
    case .hidden: statuses[uri] = .hidden
    case .collection: break
    }
  }

  /// A tag as Ardour can keep it: in lower case, with `_` in place of what separates tags there.
  package static func word(_ tag: String) -> String {
    String(
      String.UnicodeScalarView(
        tag.lowercased().unicodeScalars.map { scalar in
          let separates = scalar == "," || scalar.properties.isWhitespace
          return separates || !isAllowed(scalar) ? "_" : scalar
        }))
  }

  private static func isReadable(_ uri: String) -> Bool {
    uri.utf8.count <= longestURI && uri.unicodeScalars.allSatisfy(isAllowed)
      && uri.unicodeScalars.first?.properties.isWhitespace == false
      && uri.unicodeScalars.last?.properties.isWhitespace == false
  }

  /// Whether both a line and XML can hold a scalar.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control && scalar.value & 0xFFFE != 0xFFFE
  }
}
