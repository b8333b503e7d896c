internal import ArgumentParser
internal import AudioComponents

/// The options that every command has.
package protocol CommonOptions {
  /// `--color`: when output is coloured.
  var color: ColorChoice { get }
  /// `--locale`: the language of names and the order of lists, such as `sv_SE`; nil to let the environment decide.
  var locale: String? { get }
}

/// The common options of the commands that ArgumentParser parses.
struct SharedOptions: ParsableArguments, CommonOptions {
  @Option(help: ArgumentHelp("Colour in the output. NO_COLOR turns it off, too.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(help: ArgumentHelp(commonHelp.locale))
  var locale: String?
}

extension ColorChoice: ExpressibleByArgument {}

/// The option of the commands that print long lists, and that ArgumentParser parses.
struct PagingOptions: ParsableArguments {
  @Flag(name: .customLong("no-pager"), help: ArgumentHelp(commonHelp.noPager))
  var isUnpaged = false
}

/// The help of the common options.
let commonHelp = (
  color: "Colour in the output: auto, always or never. NO_COLOR turns it off, too.",
  locale: "The language of names and the order of lists, such as sv_SE; otherwise the environment's.",
  noPager: "Don't page long output. On a terminal it goes through $PAGER, by default `less -FRX`."
)
