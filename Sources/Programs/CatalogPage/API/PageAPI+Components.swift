internal import AucatCommands
internal import AucatProgram
internal import AudioComponents

/// Requests for one component, and for the sidebar.
extension PageAPI {
  /// The timeout of a lint, in milliseconds.
  private static let lintTimeout = 20_000
  private static let mostLintOutput = 4 << 20

  /// Everything that `aucat info` reports.
  func description(of component: Component) throws -> JSON {
    let details = try manager.details(of: component)
    let object = ComponentJSON.object(
      component, details, collections: try manager.collectionNames(of: component.uri),
      measurement: try manager.measurement(of: component))
    guard case .object(let members) = object else { return object }
    let variants = try manager.variants(of: component)
    return .object(members + [("variantList", .array(variants.map { .object(Self.row($0)) }))])
  }

  func similar(to component: Component) throws -> JSON {
    .object([
      (
        "list",
        .array(
          try manager.similar(to: component).map {
            .object(Self.row($0.component) + [("why", .string($0.explanation))])
          })
      )
    ])
  }

  /// Why a component matches a search, or doesn't.
  func why(_ component: Component, _ request: PageRequest) throws -> JSON {
    let reason = try manager.why(component, matches: try PageQuery(request, manager).predicate)
    return .object([("found", .bool(reason.isFound)), ("truth", Self.truth(reason.truth))])
  }

  private static func truth(_ truth: PredicateTruth) -> JSON {
    .object([
      ("text", .string(truth.text)), ("true", .bool(truth.isTrue)), ("value", .optional(truth.value)),
      ("parts", .array(truth.children.map(Self.truth))),
    ])
  }

  /// The findings of `aucat lint` for a component's bundle, as JSON. A separate process reads the bundle, and loads no
  /// plugin.
  func lint(_ component: Component, for request: PageRequest) throws -> JSON {
    let run = try RendererRun(
      ["lint", component.bundle, "--json"], limit: Self.mostLintOutput, milliseconds: Self.lintTimeout, for: request)
    guard let findings = JSON(try run.text) else { throw PageRefusal(500, "the bundle could not be checked") }
    return findings
  }

  /// Collections, saved searches and the user's tags.
  func side() throws -> JSON {
    func counted(_ name: String, _ count: Int) -> JSON {
      .object([("name", .string(name)), ("count", .int(count))])
    }
    let tags = try manager.displayTagCounts()
    return .object([
      ("collections", .array(try manager.collectionCounts().map { counted($0.name, $0.count) })),
      (
        "searches",
        .array(
          try manager.savedSearches().map {
            .object([("name", .string($0.name)), ("predicate", .string($0.predicate))])
          })
      ),
      ("tags", .array(tags.map { counted($0.tag.name, $0.count) })),
    ])
  }
}
