internal import ArgumentParser

/// An option of a command that parses its own arguments, because ArgumentParser's start-up would cost as much as its
/// work.
///
/// One declaration serves that parser and ArgumentParser's help, completion and messages.
protocol DeclaredOption: RawRepresentable<String>, CaseIterable, Sendable {
  /// Its help.
  var help: ArgumentHelp { get }
  /// Whether a value follows; if not, it is a flag.
  var takesValue: Bool { get }
  /// Whether the value may begin with a dash.
  var takesDashes: Bool { get }
}

extension DeclaredOption {
  /// Its name for ArgumentParser: `--` and the raw value.
  var name: NameSpecification { .customLong(rawValue) }

  /// How ArgumentParser finds its value.
  var parsing: SingleValueParsingStrategy { takesDashes ? .unconditional : .next }
}

/// A command line split into options and arguments.
struct DeclaredWords {
  /// The options in order, with their values.
  private(set) var options: [(name: String, value: String)] = []
  /// The arguments that are not options.
  private(set) var arguments: [String] = []

  /// Parses words as ArgumentParser would.
  ///
  /// - Parameter form: whether an option takes a value, and whether the value may begin with a dash; nil if unknown.
  /// - Returns: nil for usage errors and requests for help, which are left to ArgumentParser.
  init?(_ words: ArraySlice<String>, form: (String) -> (takesValue: Bool, takesDashes: Bool)?) {
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += rest
        return
      }
      guard word.utf8.first == 0x2D, word != "-" else {
        arguments.append(word)
        continue
      }
      guard word.hasPrefix("--"), add(word.dropFirst(2), &rest, form) else { return nil }
    }
  }

  private mutating func add(
    _ text: Substring, _ rest: inout ArraySlice<String>, _ form: (String) -> (takesValue: Bool, takesDashes: Bool)?
  ) -> Bool {
    let end = text.firstIndex(of: "=") ?? text.endIndex
    let name = String(text[..<end])
    // Like ArgumentParser, which takes `--sort=` for `--sort`.
    let attached = text[end...].dropFirst()
    guard let form = form(name), !options.contains(where: { $0.name == name }) else { return false }
    if !form.takesValue {
      options.append((name: name, value: ""))
      return attached.isEmpty
    }
    if !attached.isEmpty {
      options.append((name: name, value: String(attached)))
      return true
    }
    guard let value = rest.popFirst(), value != "--", form.takesDashes || value == "-" || value.utf8.first != 0x2D
    else { return false }
    options.append((name: name, value: value))
    return true
  }
}
