internal import AucatProgram
internal import AudioComponents
internal import Linux

/// The values that an argument may have, from the stores.
struct CompletionValues {
  let typed: String
  let isQuoted: Bool
  let reading: CommandWords

  /// The most components that are read.
  static let limit = 5_000

  /// - Throws: errors of reading a store. No completion is better than a message in the middle of a line.
  func completion(of argument: CommandDeclaration.Argument) throws -> Completion {
    switch argument.value {
    case .words(let words): matching(words.map { .init(text: $0) })
    case .file: Completion(files: .files)
    case .directory: Completion(files: .directories)
    case .program: programs
    case .number, .anything: Completion()
    case .bundle: Completion(try components(), files: .directories)
    case .component: Completion(try components())
    case .componentOrPredicate: Completion(try components(orPredicate: true))
    case .member: Completion(try components(orPredicate: true, among: reading.arguments.first))
    case .predicate: Completion(try predicate(after: wordsOfPredicate(argument)))
    case .sortKeys: sortKeys
    case .tag where areTagsOptions(beside: argument), .tagOfComponent where areTagsOptions(beside: argument):
      Completion(try components())
    case .tag: matching(try tags().map { .init(text: $0) })
    case .userTag: matching(try userTags().map { .init(text: $0) })
    case .tagOfComponent: matching(try userTags(of: reading.arguments.first).map { .init(text: $0) })
    case .collection: matching(try manager().collectionCounts().map { .init(text: $0.name, note: "\($0.count)") })
    case .savedSearch: matching(try manager().savedSearches().map { .init(text: $0.name, note: $0.predicate) })
    case .preset: matching(try details()?.presets.map { .init(text: $0.name, note: $0.bank ?? "") } ?? [])
    case .setting: matching(try settings())
    case .change: matching(try manager().recordedChanges().map { .init(text: "\($0.number)", note: $0.title) })
    case .rule: matching(try PluginHosts.find().lintRules.map { .init(text: $0) })
    case .sourcePort: matching(try PluginHosts.find().ports(.sources).map { .init(text: $0) })
    case .targetPort: matching(try PluginHosts.find().ports(.targets).map { .init(text: $0) })
    case .session: matching(try SessionFolder().names.map { .init(text: $0) })
    case .request: try request()
    case .locale: matching(ComponentManager.languages.map { .init(text: $0) })
    }
  }

  /// Whether tags are given as options, so that an argument is one more component.
  private func areTagsOptions(beside argument: CommandDeclaration.Argument) -> Bool {
    argument.kind == .positional && reading.value(of: "--tag") != nil
  }

  /// The first word is a program; the rest are its arguments, mostly files.
  private var programs: Completion {
    if typed.contains("/") || !reading.arguments.isEmpty { return Completion(files: .files) }
    return matching(ProgramSearch.names(beginningWith: typed).map { .init(text: $0) })
  }

  private func request() throws -> Completion {
    let request = RequestCompletion(reading, typed: typed, manager: try manager())
    return request.takesFile ? Completion(files: .files) : matching(try request.candidates)
  }

  private func matching(_ candidates: [Completion.Candidate]) -> Completion {
    Completion(Completion.matching(typed, candidates))
  }

  /// A manager that neither scans nor repairs anything, and prints nothing.
  private func manager() throws -> ComponentManager {
    var environment = Configuration.processEnvironment
    if let locale = reading.value(of: "--locale") { environment["LC_ALL"] = locale }
    return try Session.onlyReading(environment)
  }

  private func wordsOfPredicate(_ argument: CommandDeclaration.Argument) -> [String] {
    argument.kind == .positional ? reading.wordsOfArgumentAtCursor : []
  }

  private func predicate(after words: [String]) throws -> [Completion.Candidate] {
    try PredicateCompletion(words, typed, isQuoted: isQuoted, manager: manager()).candidates
  }

  /// The names of components, or their URIs if the word begins like one; for words that can be a predicate, its
  /// continuations.
  private func components(
    orPredicate takesPredicate: Bool = false, among collection: String? = nil
  ) throws -> [Completion.Candidate] {
    let manager = try manager()
    let isURI = ChoosingText.isURI(typed) || typed.hasPrefix("http:") || typed.hasPrefix("urn:")
    let all = try eligible(manager, collection).map { component in
      Completion.Candidate(
        text: isURI ? component.uri : component.name, note: isURI ? component.name : component.manufacturer ?? "")
    }
    let found = Completion.matching(typed, all)
    if found.isEmpty, takesPredicate, typed.contains(" ") { return try predicate(after: []) }
    var seen: Set<String> = []
    return found.filter { seen.insert($0.text).inserted }
  }

  /// The components that the command can take: those of a collection, or all.
  private func eligible(_ manager: ComponentManager, _ collection: String?) throws -> [Component] {
    if let name = collection {
      let members = Set(try manager.uris(inCollectionNamed: name) ?? [])
      return try manager.components(matching: .constant(true)).filter { members.contains($0.uri) }
    }
    return try manager.prepare(.constant(true)).components(limit: Self.limit)
  }

  private var sortKeys: Completion {
    let before = typed.lastIndex(of: ",").map { String(typed[...$0]) } ?? ""
    let sign = typed.dropFirst(before.count).hasPrefix("-") ? "-" : ""
    return matching(
      Key.allCases.map {
        .init(text: before + sign + $0.rawValue, note: KeysCommand.plainText($0.declaration.documentation))
      })
  }

  private func tags() throws -> [String] {
    let manager = try manager()
    let present = try manager.displayTagCounts().map(\.tag.name)
    return manager.distinct(present + manager.standardTags.flatMap { [$0.name, $0.englishName] })
  }

  /// The user's tags of a component, or all.
  private func userTags(of component: String? = nil) throws -> [String] {
    let manager = try manager()
    if let component = try self.component(named: component, manager) {
      return try manager.userTagNames(of: component.uri)
    }
    return try manager.tagCounts().filter(\.tag.isUser).map(\.tag.name)
  }

  private func component(named name: String?, _ manager: ComponentManager) throws -> Component? {
    try name.flatMap { try manager.choice(of: $0).component }
  }

  /// The details of the component that the last `--through` names.
  private func details() throws -> ComponentDetails? {
    let manager = try manager()
    let name = reading.value(of: "--through")
    return try component(named: name, manager).map { try manager.details(of: $0) }
  }

  /// `SYMBOL=`, and the named values that may follow it.
  private func settings() throws -> [Completion.Candidate] {
    guard let details = try details() else { return [] }
    let symbol = typed.prefix { $0 != "=" }
    return details.ports.filter { $0.isParameter }.flatMap { port -> [Completion.Candidate] in
      guard symbol.count < typed.count, port.symbol == symbol else {
        return [Completion.Candidate(text: port.symbol + "=", note: port.name, rest: .value)]
      }
      return port.scalePoints.map { .init(text: "\(port.symbol)=\($0.label)") }
    }
  }
}
