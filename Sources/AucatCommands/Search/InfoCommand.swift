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

  @OptionGroup var declared: ParsedOptions<InfoOptions>

  static var forms: [String: DeclaredWords.Form] { InfoOptions.forms }

  var options: InfoOptions {
    get throws { try InfoOptions(arguments: component, values: declared.values) }
  }

  func validate() throws { _ = try options }

  func run() throws { try options.run() }
}

extension InfoOptions {
  /// Prints the component.
  func run() throws {
    let session = try Session(self)
    let component = try session.component(chosenBy: Choice.text(of: component))
    let details = try session.manager.details(of: component)
    let collections = try collections(of: component, session)
    if isJSON {
      let object = ComponentJSON.object(
        component, details, collections: collections, measurement: try session.manager.measurement(of: component))
      return try session.show(object.encoded + "\n", isPaged: false)
    }
    let text = InfoText(of: component, details: details, collections: collections, session: session).text
    try session.show(text, isPaged: !isUnpaged)
  }

  /// The names of the component's collections. If the search for the component has gone on without the user store, and has said
  /// so, so does this.
  private func collections(of component: Component, _ session: Session) throws -> [String] {
    do throws(ComponentManagerError) {
      return try session.manager.collectionNames(of: component.uri)
    } catch {
      guard error.store == .userStore, session.manager.leavesOutUserStore else { throw error }
      return []
    }
  }
}
