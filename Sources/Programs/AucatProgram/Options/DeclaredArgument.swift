/// An option, a flag or an argument of a command, and how the command takes its value.
///
/// Unconstrained: to check a constraint, Swift would search all conformances of the program at each start.
package struct DeclaredArgument<C>: Sendable {
  /// How often an argument can be given.
  package enum Occurrence {
    case optional, once, repeated, onceOrMore
  }

  let argument: CommandDeclaration.Argument
  /// Sets a value, in the order of the command line; that of a flag is empty.
  ///
  /// - Throws: a ``UsageError`` for a value that it does not take.
  let set: @Sendable (_ command: inout C, _ value: String) throws -> Void

  /// An option without a value.
  package static func flag(_ name: String, _ help: String, set: @escaping @Sendable (inout C) throws -> Void) -> Self {
    Self(argument: .flag(["--" + name], help)) { command, _ in try set(&command) }
  }

  /// An option with a value.
  ///
  /// - Parameters:
  ///   - letter: its short spelling, which is listed first.
  ///   - takesDashes: whether the value may begin with a dash.
  ///   - takesTwoWords: whether it is two words, which are joined by a line break.
  package static func option(
    _ name: String, value valueName: String, _ help: String, kind: ValueKind = .anything, letter: String? = nil,
    takesDashes: Bool = false, takesTwoWords: Bool = false, set: @escaping @Sendable (inout C, String) throws -> Void
  ) -> Self {
    let names = (letter.map { ["-" + $0] } ?? []) + ["--" + name]
    return Self(
      argument: CommandDeclaration.Argument(
        kind: .option, names: names, valueName: valueName, help: help, value: kind, takesDashes: takesDashes,
        takesTwoWords: takesTwoWords),
      set: set)
  }

  /// An option with a number.
  ///
  /// - Parameter takes: which numbers it takes, for the message about others; nil for those from the lowest to the highest.
  package static func number<Value: LosslessStringConvertible & Comparable & Sendable>(
    _ name: String, value valueName: String, _ help: String, in range: ClosedRange<Value>, takes what: String? = nil,
    set: @escaping @Sendable (inout C, Value) throws -> Void
  ) -> Self {
    option(name, value: valueName, help, kind: .number) { command, text in
      guard let value = Value(text), range.contains(value) else {
        throw UsageError("--\(name) takes \(what ?? "a number from \(range.lowerBound) to \(range.upperBound)")")
      }
      try set(&command, value)
    }
  }

  /// `--jobs`
  package static func jobs(_ help: String, set: @escaping @Sendable (inout C, Int) throws -> Void) -> Self {
    number("jobs", value: "n", help, in: 1...1_024, set: set)
  }

  /// `--timeout`, in seconds.
  ///
  /// - Parameter lowest: the shortest time; nil for any above 0.
  package static func timeout(
    _ help: String, from lowest: Double? = nil, set: @escaping @Sendable (inout C, Double) throws -> Void
  ) -> Self {
    let what = lowest.map { "\($0) to 86400 seconds" } ?? "a number of seconds above 0"
    return number(
      "timeout", value: "seconds", help, in: (lowest ?? .leastNonzeroMagnitude)...86_400, takes: what, set: set)
  }

  /// `--bpm`, a tempo in beats per minute.
  package static func tempo(_ help: String, set: @escaping @Sendable (inout C, Double) throws -> Void) -> Self {
    number("bpm", value: "n", help, in: .leastNonzeroMagnitude...1_000, takes: "a number above 0, up to 1000", set: set)
  }

  /// An option with one of a set of values.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, value valueName: String, _ help: String, set: @escaping @Sendable (inout C, Value) throws -> Void
  ) -> Self {
    let known = Value.allCases.map(\.rawValue)
    return option(name, value: valueName, help, kind: .words(known)) { command, text in
      guard let value = Value(rawValue: text) else { throw UsageError(unknown: text, of: "--" + name, known) }
      try set(&command, value)
    }
  }

  /// An argument that isn't an option.
  package static func argument(
    _ valueName: String, _ help: String, kind: ValueKind, times occurrence: Occurrence = .once,
    set: @escaping @Sendable (inout C, String) throws -> Void
  ) -> Self {
    Self(
      argument: CommandDeclaration.Argument(
        kind: .positional, names: [], valueName: valueName, help: help, value: kind,
        isOptional: occurrence == .optional || occurrence == .repeated,
        isRepeating: occurrence == .repeated || occurrence == .onceOrMore),
      set: set)
  }

  /// The argument that chooses a component.
  package static func component(
    times occurrence: Occurrence = .once, set: @escaping @Sendable (inout C, String) throws -> Void
  ) -> Self {
    .argument(
      "component", "The component's URI, its name, or words that only it has.", kind: .component, times: occurrence,
      set: set)
  }
}

/// The kind of an argument's value, which decides its completions.
package enum ValueKind: Sendable {
  case words([String])
  case file, directory
  /// A program in PATH or by its path, and files after it.
  case program
  /// A bundle's directory, or a component.
  case bundle
  /// A component by its name or URI; or by words and predicates, too.
  case component, componentOrPredicate
  /// A component of the collection that is named before it.
  case member
  case predicate, sortKeys
  /// Any tag; one of the user's own; one of the user's own on the component that is named before it.
  case tag, userTag, tagOfComponent
  case collection, savedSearch
  /// A preset or parameter of the component that is named before it.
  case preset, setting
  case change, rule, locale
  /// A port of the running audio server: one that sound comes from, or goes to.
  case sourcePort, targetPort
  /// A running session of `aucat live`, and the words of a request to it.
  case session, request
  case number
  /// Any text at all.
  case anything
}

/// The options that every command has.
package struct CommonOptions: Sendable {
  /// When to colour output.
  package var color = ColorChoice.auto
  /// The language of names and the order of lists, such as `sv_SE`; nil to let the environment decide.
  var locale: String?
  /// Whether long lists are printed without a pager.
  var isUnpaged = false

  /// Creates options that are all absent.
  package init() {}
}

extension DeclaredArgument where C: Command {
  /// The options of all commands.
  static var common: [Self] {
    [
      .choice("color", value: "when", "Colour in the output. NO_COLOR turns it off, too.") { $0.common.color = $1 },
      .option(
        "locale", value: "locale",
        "The language of names and the order of lists, such as sv_SE; otherwise the environment's.",
        kind: .locale
      ) { $0.common.locale = $1 },
    ]
  }

  /// The option of the commands that print long lists.
  package static var paging: Self {
    .flag("no-pager", "Don't page long output. On a terminal it goes through $PAGER, by default `less -FRX`.") {
      $0.common.isUnpaged = true
    }
  }
}
