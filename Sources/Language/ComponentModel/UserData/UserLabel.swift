/// A label that the user gives components.
public struct UserLabel: Hashable, Sendable {
  /// The kinds of labels.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A tag: any text in any language, kept as typed.
    case tag
    /// A named collection of components.
    case collection
    /// The mark of a favourite; it has no name.
    case favorite
    /// The mark of a component that is left out of lists; it has no name.
    case hidden

    /// Whether labels of this kind differ by name.
    package var isNamed: Bool { self == .tag || self == .collection }
  }

  /// The kind of label.
  public var kind: Kind
  /// The name as typed, without white space at both ends; empty for a kind without names.
  public var name: String

  /// The largest size of a name, in bytes of UTF-8.
  public static let nameSizeLimit = 1_000

  /// A label with a name.
  ///
  /// - Throws: ``UserLabelError`` for a name that is empty, too long, or holds a TAB, a line break or NUL.
  public init(_ kind: Kind, _ name: String = "") throws(UserLabelError) {
    self.kind = kind
    self.name = kind.isNamed ? try Self.checkedName(name, of: kind.rawValue) : ""
  }

  /// The mark of a favourite.
  public static let favorite = UserLabel(unnamed: .favorite)
  /// The mark of a hidden component.
  public static let hidden = UserLabel(unnamed: .hidden)

  private init(unnamed kind: Kind) {
    self.kind = kind
    name = ""
  }

  /// Checks and trims a name: the rules for every name that the user gives.
  ///
  /// - Parameter noun: the kind of thing that is named, for messages.
  static func checkedName(_ text: String, of noun: String) throws(UserLabelError) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { throw UserLabelError(noun: noun, text: text, problem: .empty) }
    let name = String(scalars[first...last])
    guard name.utf8.count <= nameSizeLimit else { throw UserLabelError(noun: noun, text: name, problem: .tooLong) }
    guard !name.unicodeScalars.contains(where: isForbidden) else {
      throw UserLabelError(noun: noun, text: name, problem: .controlCharacter)
    }
    return name
  }

  /// Whether a scalar would break a line of a list: TAB, Unicode's line breaks, and NUL.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0, 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// Why a text can't be the name of a tag, collection or saved search, or a saved search can't be kept.
public struct UserLabelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems of a name.
  public enum Problem: Hashable, Sendable {
    /// It has nothing but white space.
    case empty
    /// It is longer than ``UserLabel/nameSizeLimit``.
    case tooLong
    /// It holds a TAB, a line break or NUL.
    case controlCharacter
    /// It is the name of a saved search whose predicate holds NUL.
    case predicate
    /// It is not a component's URI, which has 1 to 4,096 bytes and no NUL.
    case uri
  }

  /// The kind of thing with the name: `tag`, `collection`, `saved search`.
  package var noun: String
  /// The name as it was typed.
  public var text: String
  /// The problem of the name.
  public var problem: Problem

  package init(noun: String, text: String, problem: Problem) {
    (self.noun, self.text, self.problem) = (noun, text, problem)
  }

  /// The problem in one line.
  public var description: String {
    switch problem {
    case .empty: "the name of a \(noun) can't be empty"
    case .tooLong:
      "the \(noun) `\(text.prefix(20))…` has \(text.utf8.count) bytes; at most \(UserLabel.nameSizeLimit) are kept"
    case .controlCharacter:
      "the name of the \(noun) `\(Self.shown(text))` has a tab, a line break or NUL; remove it"
    case .predicate: "the predicate of the \(noun) `\(text)` holds NUL; write \\u0000"
    case .uri:
      "`\(Self.shown(text))` is not a component's URI, which has 1 to \(UserData.longestURI) bytes and no NUL"
    }
  }

  /// The beginning of a text in one line.
  private static func shown(_ text: String) -> String {
    text.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
  }
}

/// One change of what a person has entered.
public enum UserChange: Hashable, Sendable {
  /// The component with this URI gets the label, if it doesn't have it yet.
  case add(UserLabel, to: String)
  /// The component with this URI loses the label.
  case remove(UserLabel, from: String)
  /// The component with this URI gets exactly these tags.
  case setTags([UserLabel], of: String)
  /// The label gets another name for all components. If another label has that name already, the two become one.
  case rename(UserLabel, to: UserLabel)
  /// The label exists, even if no component has it: for a collection.
  case create(UserLabel)
  /// The label is deleted, for all components.
  case delete(UserLabel)
  /// The search is saved. If there is one with its name already, that one is replaced or, without `replacing`, kept.
  case save(SavedSearch, replacing: Bool = true)
  /// The saved search with this name is deleted.
  case deleteSearch(String)
  /// The component with this URI has been used once more, now.
  case use(of: String)
}

extension UserChange {
  /// The URI that the change enters; nil if it enters none.
  package var givenURI: String? {
    switch self {
    case .add(_, let uri), .setTags(_, let uri), .use(let uri): uri
    case .remove, .rename, .create, .delete, .save, .deleteSearch: nil
    }
  }
}
