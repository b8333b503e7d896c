internal import AucatCommands
internal import AucatProgram
internal import AudioComponents

/// Requests for lists, facets and completions.
extension PageAPI {
  /// The maximum number of rows in an answer.
  private static let mostRows = 500
  /// The maximum number of tags in a row.
  private static let mostTags = 6

  /// Part of a list: `count` rows, starting with `from`.
  func search(_ request: PageRequest) throws -> PageAnswer {
    try Self.answering(request) {
      let query = try PageQuery(request, manager)
      let found = try found(by: query)
      let rows = found.rows
      let first = min(request.number("from", in: 0...Int.max) ?? 0, rows.count)
      let part = rows[first...].prefix(request.number("count", in: 0...Self.mostRows) ?? 100)
      var members: [(key: String, value: JSON)] = [
        ("rows", .int(rows.count)), ("total", .int(found.result.total)), ("good", .int(found.result.goodCount)),
        ("hidden", .int(found.result.hiddenCount)), ("from", .int(first)),
        ("notes", .strings(found.result.notes.map(\.description))),
        ("list", .array(part.map { row($0, in: found) })),
        ("near", .array(found.near.map { .object(Self.row($0) + [("variants", .int(0))]) })),
      ]
      if rows.isEmpty, found.result.hiddenCount == 0 { members.append(("nothing", .strings(try reasons(of: query)))) }
      return .object(members)
    }
  }

  /// Runs a request. An invalid predicate gets a normal answer with its mistake, since it may be unfinished.
  private static func answering(_ request: PageRequest, _ body: () throws -> JSON) throws -> PageAnswer {
    do {
      return PageAnswer(try body())
    } catch ComponentManagerError.invalidPredicate(let error) {
      let members: [(key: String, value: JSON)] = [
        ("message", .string(error.description)), ("offset", .optional(error.offset(in: request["q"] ?? ""))),
        ("suggestion", .optional(error.suggestion)),
      ]
      return PageAnswer(.object([("invalid", .object(members))]))
    }
  }

  func found(by query: PageQuery) throws -> KeptSearches.Found {
    let position = try manager.changePosition()
    if let kept = results.found(query.key, position) { return kept }
    // While a word is being typed, what resembles its beginning only distracts.
    var result = try manager.search(
      query.predicate, everything: query.findsEverything, words: query.matching, near: query.matching == .interpreted)
    if let sort = query.sort { result.components = try SortOrder(sort, manager).sorted(result.components) }
    let folds = query.folds && !query.findsEverything && !query.predicate.names(.variant)
    let found = KeptSearches.Found(
      key: query.key, position: position, result: result,
      folded: folds ? results.folded(result.components) : nil)
    results.keep(found)
    return found
  }

  private func reasons(of query: PageQuery) throws -> [String] {
    guard
      let why = try manager.whyNothing(
        matches: query.predicate, everything: query.findsEverything, words: query.matching)
    else { return [] }
    return why.description.split(separator: "\n").map(String.init)
  }

  private func row(_ component: Component, in found: KeptSearches.Found) -> JSON {
    .object(Self.row(component) + [("variants", .int(found.folded?.count(of: [component]) ?? 0))])
  }

  /// A component as a row of a list.
  static func row(_ component: Component) -> [(key: String, value: JSON)] {
    let own = component.userTagNames
    return [
      ("uri", .string(component.uri)), ("name", .string(component.name)), ("type", .string(component.localizedType)),
      ("maker", .optional(component.manufacturer)),
      ("channels", .string("\(component.audioInputs)→\(component.audioOutputs)")),
      ("own", .strings(own)),
      ("tags", .strings(Array(component.systemTagNames.filter { !own.contains($0) }.prefix(mostTags)))),
      ("favorite", .bool(component.isFavorite)), ("hidden", .bool(component.isHidden)),
      ("verdict", .optional(component.validation)), ("cost", .optional(component.cost)),
    ]
  }

  /// The facets of a list: groups with titles, and values with titles and counts.
  func facets(_ request: PageRequest) throws -> PageAnswer {
    try Self.answering(request) {
      let query = try PageQuery(request, manager)
      let facets = try manager.prepare(
        query.predicate, everything: query.findsEverything, words: query.matching
      ).facets()
      let text = FacetText(facets, manager)
      let groups = text.groups.filter { !$0.counts.isEmpty }.map { group -> JSON in
        let values = group.counts.map { entry -> JSON in
          .object([
            ("value", .string(entry.name)), ("title", .string(text.shown(entry.name, in: group.texts))),
            ("count", .int(entry.count)),
          ])
        }
        return .object([("key", .string(group.key)), ("title", .string(group.title)), ("values", .array(values))])
      }
      return .object([("total", .int(facets.total)), ("groups", .array(groups))])
    }
  }

  /// Completions of the text in the search field.
  func completions(_ request: PageRequest) throws -> PageAnswer {
    let found = try manager.completions(of: request["q"] ?? "", limit: 12)
    return PageAnswer(
      .object([
        (
          "list",
          .array(found.map { .object([("text", .string($0.text)), ("note", .string($0.note))]) })
        )
      ]))
  }
}
