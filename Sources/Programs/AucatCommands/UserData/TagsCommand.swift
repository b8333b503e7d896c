internal import AucatProgram
internal import AudioComponents

/// `aucat tags`
struct TagsCommand: Command {
  static let name = "tags"

  var listsStandard = false
  var listsSystem = false
  var listsUser = false
  var listsOrphans = false
  var isJSON = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Lists all tags with the number of their components.",
    discussion: """
      EXAMPLES:
        aucat tags
        aucat tags --standard --locale de
        aucat tags --user
      """,
    [
      .flag("standard", "List the standard vocabulary, including tags that no component has.") {
        $0.listsStandard = true
      },
      .flag("system", "List only tags from classes, the curated list and authors.") { $0.listsSystem = true },
      .flag("user", "List only your own tags.") { $0.listsUser = true },
      .flag("orphans", "List only your own tags on components that are not installed, with their URIs.") {
        $0.listsOrphans = true
      },
      .flag("json", "Print a JSON array.") { $0.isJSON = true },
      .paging,
    ])

  func validate() throws {
    guard [listsStandard, listsSystem, listsUser, listsOrphans].count(where: { $0 }) <= 1 else {
      throw UsageError("--standard, --system, --user and --orphans can't be combined")
    }
  }

  func run() throws {
    let session = try Session(common)
    if listsOrphans || listsUser { try session.requirePlaceForUserData() }
    if listsOrphans { return try printOrphans(session) }
    let counts = try counts(session)
    let text =
      isJSON
      ? JSON.lines(counts.map { .object(members($0)) })
      : session.table(
        ["tag", "count", "identifier"], counts.map { [$0.tag.name, "\($0.count)", $0.tag.identifier] })
    try session.show(text, isPaged: !isJSON)
    if counts.isEmpty { throw CommandFailure(.nothing, listsUser ? "" : try session.nothingToFindMessage()) }
  }

  private func printOrphans(_ session: Session) throws {
    let orphans = try session.manager.orphanTags()
    if isJSON {
      let objects = orphans.map { orphan in
        let members = members(CountedTag(orphan.tag, count: orphan.uris.count))
        return JSON.object(members + [("uris", .strings(orphan.uris))])
      }
      try Output.print(JSON.lines(objects))
    } else {
      let rows = orphans.flatMap { orphan in orphan.uris.map { [orphan.tag.name, $0] } }
      try Output.print(session.table(["tag", "uri"], rows))
    }
    if let text = try MissingComponents(session.manager.userFacts(), on: session.manager).otherLabelsText { warn(text) }
    if orphans.isEmpty { throw CommandFailure(.nothing) }
  }

  private func counts(_ session: Session) throws -> [CountedTag] {
    guard listsUser || listsStandard || listsSystem else { return try session.manager.displayTagCounts() }
    let counts = try session.manager.tagCounts()
    if listsUser { return counts.filter(\.tag.isUser) }
    if listsStandard {
      let known = Dictionary(
        counts.filter { $0.tag.isStandard }.map { ($0.tag.identifier, $0) }, uniquingKeysWith: { first, _ in first })
      return session.manager.standardTags.map { tag in
        known[tag.identifier] ?? CountedTag(tag, count: 0)
      }
    }
    return counts.filter(\.tag.isSystem)
  }

  private func members(_ entry: CountedTag) -> [(key: String, value: JSON)] {
    [
      ("identifier", .string(entry.tag.identifier)), ("name", .string(entry.tag.name)),
      ("count", .int(entry.count)), ("standard", .bool(entry.tag.isStandard)),
      ("sources", .strings(entry.tag.sources.map(\.rawValue).sorted())),
    ]
  }
}
