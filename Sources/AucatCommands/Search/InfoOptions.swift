/// The parsed options of `aucat info`.
struct InfoOptions: DeclaredOptions, Equatable {
  /// A URI, a name, or words, which a shell may have split.
  var component: [String]
  var isJSON = false
  var isUnpaged = false
  var color = ColorChoice.auto
  var locale: String?

  static let needsArgument = true

  static let declared: [DeclaredOption<Self>] = [
    .flag("json", "Print a JSON object.") { $0.isJSON = true },
    .flag("no-pager", commonHelp.noPager) { $0.isUnpaged = true },
    .choice("color", commonHelp.color, valueName: "when") { $0.color = $1 },
    .value("locale", commonHelp.locale) { $0.locale = $1 },
  ]

  init(arguments: [String]) { component = arguments }

  func validate() {}
}
