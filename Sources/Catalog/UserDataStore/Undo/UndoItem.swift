internal import ComponentModel

/// One thing that a change has affected, with its values before and after, which are nil if it did not exist then.
struct UndoItem: Hashable {
  /// The thing affected. Names are compared by their keys.
  enum Subject: Hashable {
    /// Whether a component has a label. The value is the label's name.
    case fact(UserLabel.Kind, key: String, uri: String)
    /// A label as such. The value is its name as typed.
    case label(UserLabel.Kind, key: String)
    /// A saved search: its name and its predicate.
    case search(key: String)
    /// Records that a component has adopted the labels of another one. The value is empty.
    case succession(old: String, new: String)
    /// A use count: the number and the time of the last use, which may be missing.
    case use(uri: String, source: String)

    /// Whether each change to it depends on the previous one, unlike changes to a label's spelling or to a count.
    var isExclusive: Bool {
      switch self {
      case .fact, .search, .succession: true
      case .label, .use: false
      }
    }
  }

  var subject: Subject
  var before: [String]?
  var after: [String]?

  /// Whether there is no net change.
  var isNothing: Bool {
    if case .fact = subject { return (before == nil) == (after == nil) }
    return before == after
  }

  /// The component that was affected, if any.
  var uri: String? {
    switch subject {
    case .fact(_, _, let uri), .use(let uri, _): uri
    case .succession(_, let new): new
    case .label, .search: nil
    }
  }
}

/// The JSON form of an item: `[["fact","tag","warm","urn:a"],null,["Warm"]]`.
extension UndoItem {
  var json: JSON {
    .array([.strings(subject.parts), before.map(JSON.strings) ?? .null, after.map(JSON.strings) ?? .null])
  }

  /// - Returns: nil for JSON of any other form.
  init?(_ json: JSON) {
    guard case .array(let parts) = json, parts.count == 3, let subject = Subject(parts[0].texts) else { return nil }
    func value(_ json: JSON) -> [String]? { json == .null ? nil : json.texts }
    self.init(subject: subject, before: value(parts[1]), after: value(parts[2]))
  }
}

extension UndoItem.Subject {
  fileprivate var parts: [String] {
    switch self {
    case .fact(let kind, let key, let uri): ["fact", kind.rawValue, key, uri]
    case .label(let kind, let key): ["label", kind.rawValue, key]
    case .search(let key): ["search", key]
    case .succession(let old, let new): ["succession", old, new]
    case .use(let uri, let source): ["use", uri, source]
    }
  }

  fileprivate init?(_ parts: [String]) {
    let kind = parts.count > 1 ? UserLabel.Kind(rawValue: parts[1]) : nil
    switch (parts.first, parts.count, kind) {
    case ("fact", 4, let kind?): self = .fact(kind, key: parts[2], uri: parts[3])
    case ("label", 3, let kind?): self = .label(kind, key: parts[2])
    case ("search", 2, _): self = .search(key: parts[1])
    case ("succession", 3, _): self = .succession(old: parts[1], new: parts[2])
    case ("use", 3, _): self = .use(uri: parts[1], source: parts[2])
    default: return nil
    }
  }
}
