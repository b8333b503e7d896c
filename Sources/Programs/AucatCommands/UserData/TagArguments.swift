internal import AucatProgram
internal import AudioComponents

/// The arguments of the commands that change tags: a component and its tags, or, if tags are given as options, only
/// components. So no name of a component can become a tag unnoticed.
struct TagArguments {
  /// What is given without an option.
  var words: [String] = []
  /// The values of `--tag`.
  var options: [String] = []

  var components: [String] { options.isEmpty ? Array(words.prefix(1)) : words }
  var tags: [String] { options.isEmpty ? Array(words.dropFirst()) : options }

  /// - Parameter needsTags: whether there must be a tag.
  func validate(needsTags: Bool = true) throws {
    let lacksTags = needsTags && tags.isEmpty
    if components.isEmpty {
      throw UsageError(
        lacksTags ? "a component and at least one tag are missing" : "at least one component is missing")
    }
    if lacksTags { throw UsageError("at least one tag is missing") }
  }

  /// The tags as labels.
  func labels() throws -> [UserLabel] { try tags.map { try UserLabel(.tag, $0) } }

  /// Throws if a tag that is not an option is the name or the URI of an installed component, which was probably meant to
  /// get the tags. The name of a standard tag, such as Reverb, is meant as a tag.
  ///
  /// - Parameter command: the command's name, for the remedy.
  func requireNoComponent(for command: String, _ session: Session) throws {
    guard options.isEmpty else { return }
    let standard = Set(session.manager.standardTags.flatMap { [$0.name, $0.englishName] }.map { $0.lowercased() })
    let found = try tags.filter { tag in
      guard !standard.contains(tag.lowercased()) else { return false }
      return try session.manager.component(uri: tag) != nil || !session.manager.components(named: tag).isEmpty
    }
    guard let first = found.first else { return }
    let others = tags.filter { !found.contains($0) }
    let several = Self.command(command, components + found, tags: others.isEmpty ? ["TAG"] : others)
    throw CommandFailure(
      .usage,
      "`\(first)` is a component; to tag several, use `\(several)`, and to use its name as a tag, "
        + "`\(Self.command(command, components, tags: tags))`")
  }

  private static func command(_ name: String, _ components: [String], tags: [String]) -> String {
    (["aucat tag \(name)"] + components.map(ShellWord.quoted) + tags.map { "--tag \(ShellWord.quoted($0))" })
      .joined(separator: " ")
  }
}

extension Session {
  /// The URIs of the components to tag, each once, with notes on those that words chose.
  func urisSaid(chosenBy given: TagArguments) throws -> [String] {
    let chosen = try chosenURIs(given.components)
    for note in chosen.compactMap(\.note) { warn(note) }
    var known: Set<String> = []
    return chosen.map(\.uri).filter { known.insert($0).inserted }
  }
}
