/// The options that every command has.
struct CommonOptions: Sendable {
  /// When output is coloured.
  var color = ColorChoice.auto
  /// The language of names and the order of lists, such as `sv_SE`; nil to let the environment decide.
  var locale: String?
  /// Whether long lists are printed without a pager.
  var isUnpaged = false
}

extension DeclaredArgument {
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
  static var paging: Self {
    .flag("no-pager", "Don't page long output. On a terminal it goes through $PAGER, by default `less -FRX`.") {
      $0.common.isUnpaged = true
    }
  }
}
