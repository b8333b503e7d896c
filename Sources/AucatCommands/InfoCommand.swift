internal import ArgumentParser
internal import AudioComponents

/// `aucat info`
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    _superCommandName: Aucat.name,
    abstract: "Shows what the catalog knows of one component.",
    discussion: """
      EXAMPLES:
        aucat info "Calf Reverb"
        aucat info http://gareus.org/oss/lv2/fil4#stereo --json
      """)

  @Argument(help: "The component's URI, or a name that only one has; case and accents do not matter.")
  var component: String

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var common: SharedOptions

  func run() throws {
    let session = try Session(common)
    let component = try session.component(component)
    let details = try session.manager.details(of: component)
    var output = Output()
    if json {
      output.write(ComponentJSON.object(component, details).encoded + "\n")
    } else {
      output.write(InfoText(component, details, session).text)
    }
    try output.finish()
  }
}
