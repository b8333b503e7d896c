internal import AucatProgram
internal import AudioComponents

/// `aucat info`
struct InfoCommand: Command {
  static let name = "info"

  /// A URI, a name, or words, which a shell may have split.
  var component: [String] = []
  var isJSON = false
  var showsAll = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Shows what the catalog knows about one component.",
    discussion: """
      Words that aren't a name choose the one component that has them all; -WORD excludes one. If several have them, \
      they are listed. On a terminal, controls that differ only by a number, such as those of an equalizer's bands, share \
      a line, and so do the presets of a bank.

      EXAMPLES:
        aucat info "Calf Reverb"
        aucat info calf vintage delay
        aucat info http://gareus.org/oss/lv2/fil4#stereo --json
      """,
    exclusions: .search,
    [
      .argument(
        "component", "The component's URI, its name, words that only it has, or a predicate that only it matches.",
        kind: .componentOrPredicate, times: .onceOrMore
      ) { $0.component.append($1) },
      .flag("all", "Give each control and preset its own line, as in a pipe.") { $0.showsAll = true },
      .flag("json", "Print a JSON object.") { $0.isJSON = true },
      .paging,
    ])

  func run() throws {
    let session = try Session(common)
    let component = try session.component(chosenBy: Choice.text(of: component))
    let details = try session.manager.details(of: component)
    let collections = try collections(of: component, session)
    if isJSON {
      let object = ComponentJSON.object(
        component, details, collections: collections, measurement: try session.manager.measurement(of: component))
      return try session.show(object.encoded + "\n", isPaged: false)
    }
    let info = InfoText(
      component: component, details: details, collections: collections, session: session,
      showsAll: showsAll)
    try session.show(info.text)
  }

  /// The names of the component's collections. If the search for the component had to continue without the user store,
  /// and has reported that, this continues without it, too.
  private func collections(of component: Component, _ session: Session) throws -> [String] {
    do throws(ComponentManagerError) {
      return try session.manager.collectionNames(of: component.uri)
    } catch {
      guard error.store == .userStore, session.manager.leavesOutUserStore else { throw error }
      return []
    }
  }
}
