internal import ArgumentParser
internal import AudioComponents

/// The options that every command has.
package protocol CommonOptions {
  /// `--color`: when output is coloured.
  ///
  /// - Throws: a `ValidationError` for an unknown value.
  var colorChoice: ColorChoice { get throws }
  /// `--locale`: the language of names and the order of lists, such as `sv_SE`; nil to let the environment decide.
  var locale: String? { get }
}

/// The common options of the commands that ArgumentParser parses.
struct SharedOptions: ParsableArguments, CommonOptions {
  @Option(help: ArgumentHelp("Colour in the output. NO_COLOR turns it off, too.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(help: commonHelp.locale)
  var locale: String?

  var colorChoice: ColorChoice { color }
}

extension ColorChoice: ExpressibleByArgument {}

/// The common options of `search` and `info`, which parse them themselves: strings, because ArgumentParser instantiates
/// generic types at run time for each kind of option, which costs as much as a search.
protocol WordOptions: CommonOptions {
  /// `--color` as typed.
  var color: String? { get }
}

extension WordOptions {
  package var colorChoice: ColorChoice { get throws { try choice(color, "--color") ?? .auto } }
}

/// The option of the commands that print long lists, and that ArgumentParser parses.
struct PagingOptions: ParsableArguments {
  @Flag(help: commonHelp.noPager)
  var noPager = false
}

/// The help of the common options.
let commonHelp = (
  color: ArgumentHelp("Colour in the output: auto, always or never. NO_COLOR turns it off, too.", valueName: "when"),
  locale: ArgumentHelp("The language of names and the order of lists, such as sv_SE; otherwise the environment's."),
  noPager: ArgumentHelp("Don't page long output. On a terminal it goes through $PAGER, by default `less -FRX`.")
)

/// The value of an option; nil if the option was not given.
///
/// - Throws: a `ValidationError` that suggests the nearest value.
func choice<Value: RawRepresentable & CaseIterable>(
  _ text: String?, _ option: String
) throws -> Value? where Value.RawValue == String {
  guard let text else { return nil }
  if let value = Value(rawValue: text) { return value }
  let known = Value.allCases.map(\.rawValue)
  let near =
    nearest(to: text, in: known).map { "; did you mean `\($0)`?" } ?? ": it is one of \(known.joined(separator: ", "))"
  throw ValidationError("\(option) does not know `\(text)`\(near)")
}
