extension ChainError {
  /// Why a preset or a default state can't be read.
  public enum ContentProblem: Hashable, Sendable {
    /// Its bundle can't be read, for the reason that a scan would record.
    case bundle(reason: String)
    /// The bundle does not declare the preset.
    case undeclared(uri: String, bundle: String)
    /// One of its files is not valid: the path relative to the bundle, and the parser's reason.
    case invalidFile(String, reason: String)
    /// It names a path outside its bundle.
    case outsidePath(String, bundle: String)
    /// The value of a property of the state is not valid.
    case invalidValue(key: String, reason: String)
  }
}

extension ChainError.ContentProblem: CustomStringConvertible {
  /// What is wrong, in one line.
  public var description: String {
    switch self {
    case .bundle(let reason): reason
    case .undeclared(let uri, let bundle): "\(bundle) does not declare the preset \(uri)"
    case .invalidFile(let file, let reason): "\(file): \(reason)"
    case .outsidePath(let path, let bundle):
      "it names \(path), which is not in its bundle \(bundle); only one in a bundle of your own may do that"
    case .invalidValue(let key, let reason): "the value of \(key) is \(reason)"
    }
  }
}

// Problems as a child reports them to its parent: the case's name, and its values.
extension ChainError.ContentProblem {
  /// The name of the case, and its values.
  package var texts: [String] {
    switch self {
    case .bundle(let reason): ["bundle", reason]
    case .undeclared(let uri, let bundle): ["undeclared", uri, bundle]
    case .invalidFile(let file, let reason): ["invalidFile", file, reason]
    case .outsidePath(let path, let bundle): ["outsidePath", path, bundle]
    case .invalidValue(let key, let reason): ["invalidValue", key, reason]
    }
  }

  /// - Returns: nil if no child of this version sends this.
  package init?(_ texts: [String]) {
    let values = Array(texts.dropFirst())
    switch (texts.first, values.count) {
    case ("bundle", 1): self = .bundle(reason: values[0])
    case ("undeclared", 2): self = .undeclared(uri: values[0], bundle: values[1])
    case ("invalidFile", 2): self = .invalidFile(values[0], reason: values[1])
    case ("outsidePath", 2): self = .outsidePath(values[0], bundle: values[1])
    case ("invalidValue", 2): self = .invalidValue(key: values[0], reason: values[1])
    default: return nil
    }
  }
}
