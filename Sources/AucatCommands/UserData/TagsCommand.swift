internal import ArgumentParser
internal import AudioComponents

/// `aucat tags`
struct TagsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "Lists all tags with the number of their components.",
    discussion: """
      EXAMPLES:
        aucat tags
        aucat tags --standard --locale de
        aucat tags --user
      """)

  @Flag(help: "List the standard vocabulary, including tags that no component has.")
  var standard = false

  @Flag(help: "List only tags from classes, the curated list and authors.")
  var system = false

  @Flag(help: "List only your own tags.")
  var user = false

  @Flag(help: "List only your own tags on components that are not installed, with their URIs.")
  var orphans = false

  @Flag(help: "Print a JSON array.")
  var json = false

  @OptionGroup var paging: PagingOptions
  @OptionGroup var common: SharedOptions

  func validate() throws {
    guard [standard, system, user, orphans].count(where: { $0 }) <= 1 else {
      throw ValidationError("--standard, --system, --user and --orphans exclude each other")
    }
  }

  func run() throws {
    let session = try Session(common)
    if orphans { return try printOrphans(session) }
    let counts = try counts(session)
    try session.show(json ? jsonText(counts) : text(counts, session), isPaged: !json && !paging.noPager)
    if counts.isEmpty { throw CommandFailure(.nothing, user ? "" : try session.nothingToFindMessage()) }
  }

  private func printOrphans(_ session: Session) throws {
    let orphans = try session.manager.orphanTags()
    var output = Output()
    if json {
      let objects = orphans.map { orphan in
        let members = members(CountedTag(orphan.tag, count: orphan.uris.count))
        return JSON.object(members + [("uris", .strings(orphan.uris))])
      }
      output.write(JSON.lines(objects))
    } else {
      var table = Table(header: ["tag", "uri"].map { session.manager.localizedText($0, in: "columns") })
      table.rows = orphans.flatMap { orphan in orphan.uris.map { [orphan.tag.name, $0] } }
      output.write(table.lines(session.terminal).map { $0 + "\n" }.joined())
    }
    try output.finish()
    if orphans.isEmpty { throw CommandFailure(.nothing) }
  }

  private func counts(_ session: Session) throws -> [CountedTag] {
    guard user || standard || system else { return try session.manager.displayTagCounts() }
    let counts = try session.manager.tagCounts()
    if user { return counts.filter(\.tag.isUser) }
    if standard {
      let known = Dictionary(
        counts.filter { $0.tag.isStandard }.map { ($0.tag.identifier, $0) }, uniquingKeysWith: { first, _ in first })
      return session.manager.standardTags.map { tag in
        known[tag.identifier] ?? CountedTag(tag, count: 0)
      }
    }
    return counts.filter(\.tag.isSystem)
  }

  private func jsonText(_ counts: [CountedTag]) -> String {
    JSON.lines(counts.map { .object(members($0)) })
  }

  private func members(_ entry: CountedTag) -> [(key: String, value: JSON)] {
    [
      ("identifier", .string(entry.tag.identifier)), ("name", .string(entry.tag.name)),
      ("count", .int(entry.count)), ("standard", .bool(entry.tag.isStandard)),
      ("sources", .strings(entry.tag.sources.map(\.rawValue).sorted())),
    ]
  }

  private func text(_ counts: [CountedTag], _ session: Session) -> String {
    var table = Table(header: ["tag", "count", "identifier"].map { session.manager.localizedText($0, in: "columns") })
    table.rows = counts.map { [$0.tag.name, "\($0.count)", $0.tag.identifier] }
    return table.lines(session.terminal).map { $0 + "\n" }.joined()
  }
}
