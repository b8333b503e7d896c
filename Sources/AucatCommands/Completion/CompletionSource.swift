/// Where the values of an argument come from.
enum CompletionSource: Equatable {
  case words([String])
  case files, directories
  /// A program in PATH or by its path, and behind it files.
  case program
  /// A bundle's directory, or a component.
  case bundle
  case component, predicate, sortKeys
  /// Any tag; one of the user's own, of the component that is named before if there is one.
  case tag, userTag
  case collection, savedSearch
  /// Of the component that is named before.
  case preset, setting
  case change, rule, locale
  /// A port of the running audio server: one that sound comes from, or goes to.
  case sourcePort, targetPort
  /// A number, or any text.
  case anything

  /// Where the values of an argument come from, by what its help calls them; nil if that is unknown.
  init?(_ argument: CommandDeclaration.Argument, of command: [String]) {
    if !argument.values.isEmpty {
      self = .words(argument.values)
      return
    }
    switch argument.valueName {
    case "predicate": self = .predicate
    case "component", "components": self = .component
    case "tags": self = command == ["tag", "remove"] ? .userTag : .tag
    case "old", "new": self = command.first == "tag" ? .userTag : .collection
    case "collection": self = .collection
    case "name", "names": self = .savedSearch
    case "file", "input", "output", "chain": self = .files
    case "program": self = .program
    case "dir": self = .directories
    case "bundle": self = .bundle
    case "keys": self = .sortKeys
    case "preset": self = .preset
    case "symbol=value": self = .setting
    case "change": self = .change
    case "rule": self = .rule
    case "locale": self = .locale
    case "source-port": self = .sourcePort
    case "target-port": self = .targetPort
    case "value", "n", "seconds", "frames", "hertz", "client": self = .anything
    default: return nil
    }
  }
}

extension CommandDeclaration {
  /// The arguments below a command whose values completion doesn't know, by their commands: for a test.
  package func incompletable(path: [String] = []) -> [String] {
    let own = arguments.filter { $0.kind != .flag && CompletionSource($0, of: path) == nil }
    return own.map { (path + [$0.names.first ?? $0.valueName]).joined(separator: " ") }
      + subcommands.flatMap { $0.incompletable(path: path + [$0.name]) }
  }
}
