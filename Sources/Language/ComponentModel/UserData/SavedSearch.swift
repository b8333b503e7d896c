/// A predicate that the user has named, so that other predicates can use it: `in "name"`.
public struct SavedSearch: Hashable, Sendable {
  /// The name as typed, without white space at both ends. Names that differ only in case count as one.
  public let name: String
  /// The predicate as typed. It is checked when the search is saved.
  public let predicate: String

  /// Creates a search with a name.
  ///
  /// - Throws: ``UserLabelError`` for a name that is empty, too long, or holds a TAB, a line break or NUL, and for a
  ///   predicate that holds NUL, because a text in the user store ends at NUL.
  public init(_ name: String, predicate: String) throws(UserLabelError) {
    self.name = try UserLabel.checkedName(name, of: Self.noun)
    guard !predicate.utf8.contains(0) else {
      throw UserLabelError(noun: Self.noun, text: self.name, problem: .predicate)
    }
    self.predicate = predicate
  }

  private static let noun = "saved search"
}

/// A collection or search can't be deleted or renamed because saved searches use it. Nothing was changed.
public struct SavedSearchInUse: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of names for use in a predicate (`in "name"`).
  public enum Kind: String, Hashable, Sendable {
    /// The name of a saved search.
    case savedSearch = "saved search"
    /// A collection of components.
    case collection
  }

  /// Which kind of name it is.
  public var kind: Kind
  /// The name as it was typed.
  public var name: String
  /// The names of the saved searches that use it.
  public var users: [String]

  /// An error about a collection or search in use.
  package init(_ kind: Kind, _ name: String, users: [String]) {
    self.kind = kind
    self.name = name
    self.users = users
  }

  /// The name, its users, and the remedy, in one line.
  public var description: String {
    let shown = users.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
    let more = users.count > 5 ? " and \(users.count - 5) more" : ""
    let (searches, those) = users.count == 1 ? ("search", "that") : ("searches", "those")
    return
      "the \(kind.rawValue) `\(name)` is used by the saved \(searches) \(shown)\(more); change or remove \(those) first"
  }
}
