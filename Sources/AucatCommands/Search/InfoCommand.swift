internal import ArgumentParser
internal import AudioComponents

/// `aucat info`, as ArgumentParser sees it: see ``DeclaredOption``.
struct InfoCommand: WordsCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Shows what the catalog knows of one component.",
    discussion: """
      Words that aren't a name choose the one component that has them all; -WORD excludes one. If several do, they are \
      listed.

      EXAMPLES:
        aucat info "Calf Reverb"
        aucat info calf vintage delay
        aucat info http://gareus.org/oss/lv2/fil4#stereo --json
      """)

  @Argument(help: "The component's URI, its name, words that only it has, or a predicate that only it matches.")
  var component: [String]

  @Flag(name: InfoOption.json.name, help: InfoOption.json.help)
  var isJSON = false

  @Flag(name: InfoOption.noPager.name, help: InfoOption.noPager.help)
  var isUnpaged = false

  @Option(name: InfoOption.color.name, help: InfoOption.color.help)
  var color: String?

  @Option(name: InfoOption.locale.name, help: InfoOption.locale.help)
  var locale: String?

  var options: InfoOptions {
    var options = InfoOptions(component: component)
    options.isJSON = isJSON
    options.isUnpaged = isUnpaged
    options.color = color
    options.locale = locale
    return options
  }

  static var forms: [String: DeclaredWords.Form] { InfoOption.forms }

  func run() throws { try options.run() }
}

extension InfoOptions {
  /// Prints the component.
  func run() throws {
    let session = try Session(self)
    let component = try session.component(chosenBy: Choice.text(of: component))
    let details = try session.manager.details(of: component)
    let collections = try session.manager.collectionNames(of: component.uri)
    if isJSON {
      let object = ComponentJSON.object(component, details, collections: collections)
      return try session.show(object.encoded + "\n", isPaged: false)
    }
    let text = InfoText(of: component, details: details, collections: collections, session: session).text
    try session.show(text, isPaged: !isUnpaged)
  }
}
