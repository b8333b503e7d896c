internal import CatalogSearch
internal import UserDataStore
internal import ICU
internal import Linux
internal import Synchronization

extension Component {
  /// The tags that the user gave it, as typed (`userTagNames`). Change them with
  /// ``ComponentManager/setUserTagNames(_:of:)``.
  public var userTagNames: [String] { tags.filter(\.isUser).map(\.name) }

  /// The tags that it has from its class, the curated list or its author, in the caller's language.
  public var systemTagNames: [String] { tags.filter(\.isSystem).map(\.name) }

  /// All of its tags, each name once (`allTagNames`).
  public var allTagNames: [String] {
    displayTags.map(\.name).reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
  }
}

extension ComponentManager {
  /// The tags that the user gave a component, which need not be installed, by name.
  ///
  /// - Throws: an error about the user store.
  public func userTagNames(of uri: String) throws(ComponentManagerError) -> [String] {
    try userFacts().filter { $0.uri == uri && $0.label.kind == .tag }.map(\.label.name)
  }

  /// Gives a component exactly these tags of the user, like assigning `userTagNames`. It is a method because it
  /// can fail; the tags are on the disk when it returns.
  ///
  /// - Parameters:
  ///   - names: any text in any language. Names that differ only in case are one tag.
  ///   - uri: the component's URI, installed or not.
  /// - Throws: ``ComponentManagerError/invalidLabel(_:)`` for a name that no tag can have, or an error about the user store.
  public func setUserTagNames(_ names: [String], of uri: String) throws(ComponentManagerError) {
    let labels = try unifyingErrors { try names.map { try UserLabel(.tag, $0) } }
    try apply([.setTags(labels, of: uri)])
  }

  /// Makes changes to the user's data in one transaction, all or nothing. They are on the disk when this returns.
  ///
  /// - Returns: for each change, the number of rows that it touched; 0 if nothing had to change.
  /// - Throws: ``ComponentManagerError/invalidPredicate(_:)`` for a saved search that can't be used,
  ///   ``ComponentManagerError/savedSearchInUse(_:)`` when deleting or renaming what saved searches use, or an error about
  ///   the user store. Nothing is changed then.
  @discardableResult
  public func apply(_ changes: [UserChange]) throws(ComponentManagerError) -> [Int] {
    let writer = try userDataWriter()
    let counts = try writer.apply(changes)
    note(writer.store)
    return counts
  }

  /// Counts a use of a component. Call it when a person starts to use the component, not for each instance of a session
  /// that is loaded, and never on the render thread: the count is on the disk when it returns.
  ///
  /// - Throws: an error about the user store.
  public func noteUse(of uri: String) throws(ComponentManagerError) { try apply([.use(of: uri)]) }

  /// A writer for many changes in a row, which keeps the user store open.
  ///
  /// - Throws: an error about the user store.
  public func userDataWriter() throws(ComponentManagerError) -> UserDataWriter {
    UserDataWriter(store: try userStore())
  }

  /// Everything that the user has entered, sorted.
  ///
  /// - Throws: an error about the user store.
  public func userData() throws(ComponentManagerError) -> UserData {
    guard let path = userStorePath else { return UserData() }
    return try unifyingErrors {
      try UserStore.data(
        path, rules: rules, shortfall: configuration.reportShortfall, notice: configuration.notice)
    }
  }

  /// Which components have which of the user's labels, sorted.
  ///
  /// - Throws: an error about the user store.
  public func userFacts() throws(ComponentManagerError) -> [UserFact] { try userData().facts }

  /// The collections by name, with the number of their components, installed or not.
  ///
  /// - Throws: an error about the user store.
  public func collectionCounts() throws(ComponentManagerError) -> [(name: String, count: Int)] {
    var counts: [(name: String, count: Int)] = []
    for fact in try userFacts() where fact.label.kind == .collection {
      if counts.last?.name != fact.label.name { counts.append((fact.label.name, 0)) }
      if fact.uri != nil { counts[counts.count - 1].count += 1 }
    }
    return sorted(counts, by: \.name)
  }

  /// The URIs of a collection's components, installed or not; nil if there is no collection of that name. Names that
  /// differ only in case are one.
  ///
  /// - Throws: an error about the user store.
  public func uris(inCollectionNamed name: String) throws(ComponentManagerError) -> [String]? {
    let key = rules.tagKey(name)
    let facts = try userFacts().filter { $0.label.kind == .collection && rules.tagKey($0.label.name) == key }
    return facts.isEmpty ? nil : facts.compactMap(\.uri)
  }

  /// The user's tags on components that are not installed, by name, with the components' URIs.
  ///
  /// - Throws: an error about a store.
  public func orphanTags() throws(ComponentManagerError) -> [(tag: Tag, uris: [String])] {
    let installed = Set(try search(.constant(true), everything: true).components.map(\.uri))
    var orphans: [(tag: Tag, uris: [String])] = []
    for fact in try userFacts() where fact.label.kind == .tag {
      guard let uri = fact.uri, !installed.contains(uri) else { continue }
      if orphans.last?.tag.name != fact.label.name { orphans.append((Tag(fact.label.name, source: .user), [])) }
      orphans[orphans.count - 1].uris.append(uri)
    }
    return sorted(orphans, by: \.tag.name)
  }

  /// Adds exported user data of this machine or another, all or nothing. The order in which exports are added makes no
  /// difference: of two predicates with one name, the first in byte order keeps the name, and the other gets one such
  /// as `halls (other 3f0a)`; of two spellings of a name, the first is kept; and of two use counts of one program, the
  /// larger.
  ///
  /// - Parameters:
  ///   - data: what to add, as ``userData()`` or ``UserDataFormat/decode(_:)`` gives it.
  ///   - replacing: whether to delete everything else.
  ///   - keepingUses: whether use counts stay even when replacing: a file of a version below 3 has none.
  /// - Returns: how many facts, saved searches and use counts were new.
  /// - Throws: as ``apply(_:)``.
  public func merge(
    _ data: UserData, replacing: Bool = false, keepingUses: Bool = false
  ) throws(ComponentManagerError) -> Int {
    var moved: [SavedSearch] = []
    return try merge(data, replacing: replacing, keepingUses: keepingUses, moved: &moved)
  }

  /// As ``merge(_:replacing:keepingUses:)``, and reports which saved searches got another name because theirs was taken:
  /// `in "name"` in a predicate now means the other one.
  ///
  /// - Parameters:
  ///   - data: what to add, as ``userData()`` or ``UserDataFormat/decode(_:)`` gives it.
  ///   - replacing: whether to delete everything else.
  ///   - keepingUses: whether use counts stay even when replacing: a file of a version below 3 has none.
  ///   - moved: is set to the renamed searches, with their new names.
  /// - Returns: how many facts, saved searches and use counts were new.
  /// - Throws: as ``apply(_:)``.
  public func merge(
    _ data: UserData, replacing: Bool, keepingUses: Bool, moved: inout [SavedSearch]
  ) throws(ComponentManagerError) -> Int {
    let store = try userStore()
    var searches: [SavedSearch] = []
    let count = try unifyingErrors {
      try store.merge(data, replacing: replacing, keepingUses: keepingUses) { searches = $0 }
    }
    moved = searches
    note(store)
    handOnLabels { try reading(view) { try $0.replacements(view: $1) } ?? [] }
    return count
  }

  /// Passes the labels of replaced components on to their installed replacements, along `lv2:replaces` and `dc:replaces`, once
  /// for each pair. A scan does so at its end, even if it finds nothing new: an earlier one may have failed to. A failure here
  /// does not undo what was done before.
  func handOnLabels(_ pairs: () throws -> [(old: String, new: String)]) {
    guard let path = userStorePath, Path.exists(path) else { return }
    do throws(ComponentManagerError) {
      let replacements = try unifyingErrors { try pairs().map { Replacement(old: $0.old, new: $0.new) } }
      guard !replacements.isEmpty else { return }
      let data = try userData()
      let (labelled, followed) = (Set(data.facts.compactMap(\.uri)), Set(data.replacements))
      guard replacements.contains(where: { labelled.contains($0.old) && !followed.contains($0) }) else { return }
      // All of them: labels that follow one pair may then follow another.
      try unifyingErrors { _ = try userStore().succeed(replacements) }
    } catch {
      configuration.notice("components did not get the tags of the ones that they replace: \(error)")
    }
  }

  /// The number by which ``undo(_:)`` takes back the last ``apply(_:)`` or ``merge(_:replacing:keepingUses:)`` of this manager; nil
  /// if that changed nothing.
  package var recordedChange: Int? { state.withLock(\.recordedChange) }

  private func note(_ store: UserStore) {
    let number = store.recordedChange
    state.withLock { $0.recordedChange = number }
  }

  /// Where the user store is.
  func requiredUserStorePath() throws(ComponentManagerError) -> String {
    if let userStorePath { return userStorePath }
    throw configuration.isUserStoreDeclined ? .userStoreDeclined : .noPlaceForUserStore
  }

  func userStore() throws(ComponentManagerError) -> UserStore {
    let path = try requiredUserStorePath()
    return try unifyingErrors { try UserStore(path, rules: rules, notice: configuration.notice) }
  }
}

extension ComponentManager {
  /// The names of the user's collections that a component is in, installed or not, by name.
  ///
  /// - Throws: an error about the user store.
  public func collectionNames(of uri: String) throws(ComponentManagerError) -> [String] {
    let facts = try userFacts().filter { $0.uri == uri && $0.label.kind == .collection }
    return sorted(facts.map(\.label.name)) { $0 }
  }
}

/// Writes the user's data, many changes in a row. Safe to use from any thread.
public final class UserDataWriter: Sendable {
  let store: UserStore

  init(store: UserStore) { self.store = store }

  /// Makes changes in one transaction, all or nothing. They are on the disk when this returns.
  ///
  /// - Returns: for each change, the number of rows that it touched.
  /// - Throws: as ``ComponentManager/apply(_:)``.
  @discardableResult
  public func apply(_ changes: [UserChange]) throws(ComponentManagerError) -> [Int] {
    try unifyingErrors { try store.apply(changes) }
  }
}
