/// Everything that the user has entered, as in the user store and in exports.
public struct UserData: Hashable, Sendable {
  /// Which components have which labels.
  public var facts: [UserFact]
  /// Components that have inherited labels from others.
  public var replacements: [Replacement]
  /// Predicates with a name.
  public var searches: [SavedSearch]
  /// How often components were used.
  public var uses: [UseCount]

  /// The longest URI that is accepted, in bytes.
  package static let longestURI = 4_096

  /// Whether a text can be a component's URI.
  package static func isURI(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestURI && !text.utf8.contains(0)
  }

  /// Creates user data from its parts.
  public init(
    facts: [UserFact] = [], replacements: [Replacement] = [], searches: [SavedSearch] = [], uses: [UseCount] = []
  ) {
    self.facts = facts
    self.replacements = replacements
    self.searches = searches
    self.uses = uses
  }

  /// The number of facts, saved searches and use counts.
  public var count: Int { facts.count + searches.count + uses.count }
}

/// A label that one component has.
public struct UserFact: Hashable, Sendable {
  /// The label that the component has.
  public var label: UserLabel
  /// The component's URI; nil for a collection without components.
  public var uri: String?

  /// Creates a fact about a component.
  public init(_ label: UserLabel, uri: String?) {
    self.label = label
    self.uri = uri
  }
}

/// A component that has inherited the labels of one that it replaces (`lv2:replaces`, `dc:replaces`). This happens only
/// once: labels that are later removed from the new one are not restored.
public struct Replacement: Hashable, Sendable {
  /// The URI of the replaced component.
  public var old: String
  /// The URI of the component that has its labels.
  public var new: String

  /// A pair of components.
  public init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}

/// Why an export, or another program's file, can't be imported.
public struct UserDataError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1; nil for the file as a whole.
  public var line: Int?
  /// What is wrong, in words.
  public var reason: String

  /// An error with its place.
  package init(line: Int?, _ reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The place and the reason, in one line.
  public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
