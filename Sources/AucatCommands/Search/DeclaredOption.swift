internal import ArgumentParser
internal import AudioComponents

/// An option of a command that reads its own options, because ArgumentParser's start-up would cost as much as its work.
///
/// One declaration serves that reader and ArgumentParser's help, completion and messages: see ``ParsedOptions``.
struct DeclaredOption<Options>: Sendable {
  let name: String
  let help: String
  /// What the help calls its value; nil for the name.
  let valueName: String?
  /// The values that it accepts; empty unless it is an enumeration.
  var values: [String] = []
  let form: DeclaredWords.Form
  /// Sets the value; that of a flag is empty.
  ///
  /// - Throws: a `ValidationError` for a value that it does not take.
  let set: @Sendable (_ options: inout Options, _ value: String) throws -> Void

  /// An option without a value.
  static func flag(_ name: String, _ help: String, set: @escaping @Sendable (inout Options) -> Void) -> Self {
    Self(name: name, help: help, valueName: nil, form: DeclaredWords.Form(takesValue: false)) { options, _ in
      set(&options)
    }
  }

  /// An option with a value.
  ///
  /// - Parameters:
  ///   - takesDashes: whether the value may begin with a dash.
  ///   - repeats: whether to set each of several values, in order; otherwise only the last.
  static func value(
    _ name: String, _ help: String, valueName: String? = nil, takesDashes: Bool = false, repeats: Bool = false,
    set: @escaping @Sendable (inout Options, String) throws -> Void
  ) -> Self {
    let form = DeclaredWords.Form(takesValue: true, takesDashes: takesDashes, repeats: repeats)
    return Self(name: name, help: help, valueName: valueName, form: form, set: set)
  }

  /// An option with one of a set of values.
  static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ help: String, valueName: String,
    set: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Self {
    var option = value(name, help, valueName: valueName) { set(&$0, try element("--" + name, $1)) }
    option.values = Value.allCases.map(\.rawValue)
    return option
  }

  /// The element of a set of values.
  ///
  /// - Throws: a `ValidationError` that suggests the nearest value.
  private static func element<Value: RawRepresentable<String> & CaseIterable>(
    _ option: String, _ text: String
  ) throws -> Value {
    if let value = Value(rawValue: text) { return value }
    let known = Value.allCases.map(\.rawValue)
    let near = nearest(to: text, in: known).map { "; did you mean `\($0)`?" }
    throw ValidationError(
      "\(option) does not know `\(text)`\(near ?? ": it is one of \(known.joined(separator: ", "))")")
  }
}

/// The options and arguments of a command that reads them itself.
protocol DeclaredOptions: CommonOptions {
  /// All options, in the order of the help.
  static var declared: [DeclaredOption<Self>] { get }
  /// Whether the command needs an argument.
  static var needsArgument: Bool { get }

  init(arguments: [String])

  /// - Throws: a `ValidationError` for options that exclude each other.
  func validate() throws
}

extension DeclaredOptions {
  /// Reads a command line.
  ///
  /// - Returns: nil for unreadable options and requests for help, which are left to ArgumentParser.
  /// - Throws: a `ValidationError` for invalid values, and for options that exclude each other.
  static func read(_ words: ArraySlice<String>) throws -> Self? {
    let words = DeclaredWords(words, takesExclusions: true) { name in declared.first { $0.name == name }?.form }
    guard let words, !words.arguments.isEmpty || !needsArgument else { return nil }
    return try Self(arguments: words.arguments, values: words.options)
  }

  /// - Parameter values: the given options; those of flags are empty.
  /// - Throws: a `ValidationError` for invalid values, and for options that exclude each other.
  init(arguments: [String], values: [(name: String, value: String)]) throws {
    self.init(arguments: arguments)
    for option in Self.declared {
      for value in values where value.name == option.name { try option.set(&self, value.value) }
    }
    try validate()
  }

  /// How its options are written, by name.
  static var forms: [String: DeclaredWords.Form] {
    [String: DeclaredWords.Form](uniqueKeysWithValues: declared.map { ($0.name, $0.form) })
  }
}
