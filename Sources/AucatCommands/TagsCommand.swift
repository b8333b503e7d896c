internal import ArgumentParser
internal import AudioComponents

/// `aucat tags`
struct TagsCommand: ParsableCommand, CommonOptions {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    _superCommandName: Aucat.name,
    abstract: "Lists every tag with the number of components that have it.",
    discussion: """
      EXAMPLES:
        aucat tags
        aucat tags --standard --locale de
      """)

  @Flag(help: "The standard vocabulary, also tags that no component has.")
  var standard = false

  @Flag(help: "Only tags from classes, the curated list and authors.")
  var system = false

  @Flag(help: "Print a JSON array.")
  var json = false

  @Option(help: commonHelp.color)
  var color: String?

  @Option(help: commonHelp.locale)
  var locale: String?

  func run() throws {
    let session = try Session(self)
    let counts = try counts(session)
    var output = Output()
    output.write(json ? jsonText(counts) : text(counts, session))
    try output.finish()
    if counts.isEmpty { throw CommandFailure(.nothing, try session.nothingToFindMessage()) }
  }

  private func counts(_ session: Session) throws -> [ComponentManager.TagCount] {
    let counts = try session.manager.tagCounts()
    if standard {
      let known = Dictionary(counts.map { ($0.tag.identifier, $0) }, uniquingKeysWith: { first, _ in first })
      return session.manager.standardTags.map { tag in
        known[tag.identifier] ?? ComponentManager.TagCount(tag: tag, count: 0)
      }
    }
    return system ? counts.filter(\.tag.isSystem) : counts
  }

  private func jsonText(_ counts: [ComponentManager.TagCount]) -> String {
    let objects = counts.map { entry in
      JSON.object([
        ("identifier", .string(entry.tag.identifier)), ("name", .string(entry.tag.name)),
        ("count", .int(entry.count)), ("standard", .bool(entry.tag.isStandard)),
        ("sources", .strings(entry.tag.sources.map(\.rawValue).sorted())),
      ]).encoded
    }
    return "[" + objects.map { "\n" + $0 }.joined(separator: ",") + "\n]\n"
  }

  private func text(_ counts: [ComponentManager.TagCount], _ session: Session) -> String {
    var table = Table(header: ["tag", "count", "identifier"].map { session.manager.localizedText($0, in: "columns") })
    table.rows = counts.map { [$0.tag.name, "\($0.count)", $0.tag.identifier] }
    return table.lines(session.terminal).map { $0 + "\n" }.joined()
  }
}
