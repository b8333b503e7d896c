internal import ArgumentParser
internal import AudioComponents

/// `aucat info`, as ArgumentParser sees it: see ``DeclaredOption``.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Shows what the catalog knows of one component.",
    discussion: """
      EXAMPLES:
        aucat info "Calf Reverb"
        aucat info http://gareus.org/oss/lv2/fil4#stereo --json
      """)

  @Argument(help: "The component's URI or unique name, ignoring case and accents.")
  var component: String

  @Flag(name: InfoOption.json.name, help: InfoOption.json.help)
  var isJSON = false

  @Option(name: InfoOption.color.name, help: InfoOption.color.help)
  var color: String?

  @Option(name: InfoOption.locale.name, help: InfoOption.locale.help)
  var locale: String?

  var options: InfoOptions {
    var options = InfoOptions(component: component)
    options.isJSON = isJSON
    options.color = color
    options.locale = locale
    return options
  }

  func run() throws { try options.run() }
}

extension InfoOptions {
  /// Prints the component.
  func run() throws {
    let session = try Session(self)
    let component = try session.component(component)
    let details = try session.manager.details(of: component)
    var output = Output()
    if isJSON {
      output.write(ComponentJSON.object(component, details).encoded + "\n")
    } else {
      output.write(InfoText(of: component, details: details, session: session).text)
    }
    try output.finish()
  }
}
