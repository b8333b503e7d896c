internal import ComponentStore
internal import ICU

extension Component {
  /// The tags that the person at this machine gave it, as typed (`userTagNames`). They are changed with
  /// ``ComponentManager/setUserTagNames(_:of:)``.
  public var userTagNames: [String] { tags.filter(\.isUser).map(\.name) }

  /// The tags that it has from its class, the curated list or its author, in the caller's language.
  public var systemTagNames: [String] { tags.filter(\.isSystem).map(\.name) }

  /// All of its tags, each name once (`allTagNames`).
  public var allTagNames: [String] {
    tags.map(\.name).reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
  }
}

extension ComponentManager {
  /// The tags that the person at this machine gave a component, which need not be installed, by name.
  public func userTagNames(of uri: String) throws -> [String] {
    try userFacts().filter { $0.uri == uri && $0.label.kind == .tag }.map(\.label.name)
  }

  /// Gives a component exactly these tags of the person at this machine: corresponds to assigning `userTagNames`. It is
  /// a method because it can fail; when it returns, the tags are on the disk.
  ///
  /// - Parameters:
  ///   - names: any text in any language. Names that differ only in case are one tag.
  ///   - uri: the component's URI, installed or not.
  /// - Throws: `UserLabelError` for a name that can't be one, and an error of the user store with its remedy.
  public func setUserTagNames(_ names: [String], of uri: String) throws {
    try change([.setTags(try names.map { try UserLabel(.tag, $0) }, of: uri)])
  }

  /// Makes changes of what the person at this machine has entered, in one transaction: all or nothing. When it returns,
  /// they are on the disk.
  ///
  /// - Returns: for each change, how many rows it has touched; 0 where everything was so already.
  /// - Throws: `InvalidPredicate` for a saved search that can't be used, `SavedSearchInUse` for what saved searches use
  ///   and goes or gets another name, and an error of the user store with its remedy. Nothing is changed then.
  @discardableResult
  public func change(_ changes: [UserChange]) throws -> [Int] { try userStore().apply(changes) }

  /// Counts a use of a component: a host calls this when a person puts the component to work, not for each instance of a
  /// session that is loaded. When it returns, the count is on the disk, so it is never called on the render thread.
  ///
  /// - Throws: an error of the user store with its remedy.
  public func noteUse(of uri: String) throws { try change([.use(of: uri)]) }

  /// A writer for many changes one after another, which keeps the user store open.
  public func userDataWriter() throws -> UserDataWriter { UserDataWriter(store: try userStore()) }

  /// The labels, each once: names that differ only in case are one.
  public func distinct(_ labels: [UserLabel]) -> [UserLabel] {
    var seen: Set<UserLabel> = []
    return labels.filter { label in
      var folded = label
      folded.name = rules.tagKey(label.name)
      return seen.insert(folded).inserted
    }
  }

  /// The names, each once: names that differ only in case are one.
  public func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert(rules.tagKey($0)).inserted }
  }

  /// Everything that the person at this machine has entered, sorted.
  public func userData() throws -> UserData {
    guard let path = configuration.userStorePath else { return UserData() }
    return try UserStore.data(path, rules: rules, notice: configuration.notice)
  }

  /// Which components have which labels of the person at this machine, sorted.
  public func userFacts() throws -> [UserFact] { try userData().facts }

  /// The collections by name, with the number of their components, installed or not.
  public func collectionCounts() throws -> [(name: String, count: Int)] {
    var counts: [(name: String, count: Int)] = []
    for fact in try userFacts() where fact.label.kind == .collection {
      if counts.last?.name != fact.label.name { counts.append((fact.label.name, 0)) }
      if fact.uri != nil { counts[counts.count - 1].count += 1 }
    }
    return counts.map { (key: sortKey($0.name), entry: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.entry)
  }

  /// The URIs of a collection's components, installed or not; nil where there is no such collection.
  public func uris(ofCollection label: UserLabel) throws -> [String]? {
    let key = rules.tagKey(label.name)
    let facts = try userFacts().filter { $0.label.kind == .collection && rules.tagKey($0.label.name) == key }
    return facts.isEmpty ? nil : facts.compactMap(\.uri)
  }

  /// The user's tags on components that are not installed, by name, with the components' URIs.
  public func orphanTags() throws -> [(tag: Tag, uris: [String])] {
    let installed = Set(try search(.constant(true), everything: true).components.map(\.uri))
    var orphans: [(tag: Tag, uris: [String])] = []
    for fact in try userFacts() where fact.label.kind == .tag {
      guard let uri = fact.uri, !installed.contains(uri) else { continue }
      if orphans.last?.tag.name != fact.label.name { orphans.append((Tag(fact.label.name, source: .user), [])) }
      orphans[orphans.count - 1].uris.append(uri)
    }
    return orphans.map { (key: sortKey($0.tag.name), entry: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.entry)
  }

  /// Adds what another machine's user has entered, or what was exported here, all or nothing. A saved search stays
  /// where its name is there, and of two use counts of one program the larger.
  ///
  /// - Parameters:
  ///   - replacing: everything else goes.
  ///   - keepingUses: but use counts do not; see ``UserDataFormat/hasUses(version:)``.
  /// - Returns: how many of the facts, saved searches and use counts were new.
  /// - Throws: as ``change(_:)``.
  public func merge(
    _ data: UserData, replacing: Bool = false, keepingUses: Bool = false
  ) throws -> Int {
    let count = try userStore().merge(data, replacing: replacing, keepingUses: keepingUses)
    handOnLabels()
    return count
  }

  /// Gives installed components the labels of those that they replace. That it can't be done is no failure of what was
  /// done before; the next scan tries again.
  func handOnLabels() {
    do {
      try followReplacements()
    } catch let error as StoreError where error.code == .newer || error.code == .foreign {
      // The next query says so.
    } catch {
      configuration.notice("components did not get the tags of those that they replace: \(error)")
    }
  }

  /// Gives installed components the labels of those that they replace (`lv2:replaces`, `dc:replaces`), once for each pair.
  /// A scan does so at its end.
  private func followReplacements() throws {
    let labelled = Set(try userFacts().compactMap(\.uri))
    guard !labelled.isEmpty else { return }
    let pairs = try reading(view) { try $0.replacements(view: $1) }?.filter { labelled.contains($0.old) }
    if let pairs, !pairs.isEmpty { _ = try userStore().succeed(pairs.map { Succession(old: $0.old, new: $0.new) }) }
  }

  func userStore() throws -> UserStore {
    guard let path = configuration.userStorePath else {
      throw ConfigurationError(
        description:
          "there is no place for what you enter, because HOME is not set; set HOME, XDG_DATA_HOME or AUCAT_USER_STORE"
      )
    }
    return try UserStore(path, rules: rules, notice: configuration.notice)
  }
}

/// Writes what a person enters, many changes one after another. May be used from any thread.
public final class UserDataWriter: Sendable {
  private let store: UserStore

  init(store: UserStore) { self.store = store }

  /// Makes changes in one transaction: all or nothing. When it returns, they are on the disk.
  ///
  /// - Returns: for each change, how many rows it has touched.
  @discardableResult
  public func apply(_ changes: [UserChange]) throws -> [Int] { try store.apply(changes) }
}
