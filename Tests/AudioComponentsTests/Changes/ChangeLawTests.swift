import AudioComponents
import Foundation
import TestSupport
import Testing

/// Whoever keeps a picture of the stores and renews only what the changes name has the right picture, however late it asks
/// and whoever wrote.
struct ChangeLawTests {
  private let bundles = HandmadeBundles()
  private var folder: TemporaryFolder { bundles.folder }

  private func manager(path: String? = nil) throws -> ComponentManager { try bundles.manager(path: path, pooled: true) }

  @Test func aPictureThatIsRenewedByChangesIsRight() throws { try check(steps: 12) }

  @Test(.part(.laws)) func aPictureIsRightAfterManyChanges() throws { try check(steps: SeededGenerator.cases(75)) }

  private func check(steps count: Int) throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "changes")
    let roots = [bundles, HandmadeBundles(folder, root: "others")]
    roots[0].effect("mine.lv2", uri: "urn:mine", name: "Mine")
    roots[1].effect("theirs.lv2", uri: "urn:theirs", name: "Theirs")
    // Who asks after each second step, who asks now and then, and who asks at the end, with several directories.
    let both = roots.map(\.path).joined(separator: ":")
    let subscribers = [(both, 2), (both, count / 3), (both, count), (roots[0].path, 3), (roots[1].path, count / 4)]
    let readers = try subscribers.map { try manager(path: $0.0) }
    let scanners = try [both, roots[0].path, roots[1].path].map { try manager(path: $0) }
    let writer = try scanners[0].userDataWriter()
    for scanner in scanners { try scanner.scan() }
    var pictures = Array(repeating: StorePicture(), count: subscribers.count)
    var positions = Array(repeating: ChangePosition.beginning, count: pictures.count)
    var steps: [String] = []
    for step in 1...count {
      let (scanner, root) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<2, using: &random))
      steps.append("\(scanner) \(root) " + (try RandomStep(&random).take(writer, scanners[scanner], roots[root])))
      for index in pictures.indices where step == count || step % subscribers[index].1 == 0 {
        let reader = readers[index]
        // Each time another follower, as in another process.
        let follower = reader.follower(since: positions[index])
        while case let changes = try follower.next(waiting: 0), !changes.isEmpty {
          for change in changes { try pictures[index].renew(change, reader) }
        }
        positions[index] = follower.position
        let right = try StorePicture(of: reader)
        verify(
          pictures[index], equals: right,
          "seed \(random.seed), step \(step), \(index): \(steps.suffix(8)) \(pictures[index].difference(from: right))")
        guard pictures[index] == right else { return }
      }
    }
  }

  @Test func aBurstAndASleeperEndConsistent() async throws {
    bundles.effects(0..<12)
    let (reader, other) = (try manager(), try manager())
    try other.scan()
    let changes = reader.changes
    let sleeper = Task {
      var picture = try StorePicture(of: reader)
      var count = 0
      for await batch in changes.batches {
        for change in batch { try picture.renew(change, reader) }
        count += batch.count
        if picture.components["urn:11"]?.isFavorite == true { break }
        try await Task.sleep(for: .milliseconds(200))
      }
      return (picture, count)
    }
    // 2,000 changes, 50 to a transaction, of 12 components and 25 tags.
    let writer = try other.userDataWriter()
    for number in 0..<40 {
      try writer.apply(
        try (0..<50).map { index in
          let tag = try UserLabel(.tag, "t\((number + index) % 25)")
          let uri = "urn:\((number * 7 + index) % 12)"
          return (number + index) % 3 == 0 ? .remove(tag, from: uri) : .add(tag, to: uri)
        })
    }
    try writer.apply([.add(.favorite, to: "urn:11")])
    let (picture, count) = try await sleeper.value
    verify(picture == (try StorePicture(of: reader)))
    verify(count < 1_000, "many changes of one thing are one")
    let late = try reader.follower(since: .beginning).next(waiting: 0)
    verify(Set(late.filter { $0.kind == .added }.compactMap(\.uri)).count, equals: 12)
    verify(late.count { $0.kind == .tags } <= 12)
  }
}

/// What a host that lists components, collections and saved searches knows of them.
private struct StorePicture: Equatable {
  var components: [String: Component] = [:]
  var collections: [String: Set<String>] = [:]
  var searches: [String: String] = [:]

  init() {}

  init(of manager: ComponentManager) throws {
    let all = try manager.components(matching: "hidden == yes or hidden == no")
    components = Dictionary(uniqueKeysWithValues: all.map { ($0.uri, $0) })
    for name in try manager.collectionCounts().map(\.name) { try renewCollection(name, manager) }
    for search in try manager.savedSearches() { searches[search.name] = search.predicate }
  }

  mutating func renew(_ change: ComponentChange, _ manager: ComponentManager) throws {
    switch change.kind {
    case .added, .changed, .removed, .tags, .favorite, .hidden:
      let uri = change.uri ?? ""
      components[uri] = try manager.component(uri: uri)
    case .collection: try renewCollection(change.label ?? "", manager)
    case .search: searches[change.label ?? ""] = try manager.savedSearch(named: change.label ?? "")?.predicate
    case .reset: self = try StorePicture(of: manager)
    }
  }

  private mutating func renewCollection(_ name: String, _ manager: ComponentManager) throws {
    collections[name] = try manager.uris(inCollectionNamed: name).map(Set.init)
  }

  func difference(from other: StorePicture) -> String {
    let uris = Set(components.keys).union(other.components.keys).filter { components[$0] != other.components[$0] }
    return "\(uris); \(collections) and \(other.collections); \(searches) and \(other.searches)"
  }
}

/// An action of a user.
private struct RandomStep {
  private let kind: Int
  private let number: Int
  private let name: String

  init(_ random: inout SeededGenerator) {
    kind = .random(in: 0..<16, using: &random)
    number = .random(in: 0..<6, using: &random)
    name = ["Warm", "Old", "Große", "x"].randomElement(using: &random) ?? ""
  }

  private var uri: String { "urn:\(number)" }

  /// - Returns: what was done.
  func take(_ writer: UserDataWriter, _ scanner: ComponentManager, _ bundles: HandmadeBundles) throws -> String {
    let (tag, collection) = (try UserLabel(.tag, name), try UserLabel(.collection, name))
    switch kind {
    case 0, 1, 2: try writer.apply([.add(tag, to: uri)])
    case 3: try writer.apply([.remove(tag, from: uri)])
    case 4: try writer.apply([.setTags([tag], of: uri)])
    case 5: try writer.apply([.rename(tag, to: try UserLabel(.tag, name + "\(number)"))])
    case 6: try writer.apply([number < 3 ? .add(.favorite, to: uri) : .remove(.favorite, from: uri)])
    case 7: try writer.apply([number < 3 ? .add(.hidden, to: uri) : .remove(.hidden, from: uri)])
    case 8: try writer.apply([.add(collection, to: uri)])
    case 9: try writer.apply([number < 3 ? .remove(collection, from: uri) : .delete(collection)])
    case 10: try writer.apply([.rename(collection, to: try UserLabel(.collection, name + "\(number)"))])
    case 11: try writer.apply([.save(try SavedSearch(name, predicate: "audioInputs == \(number)"))])
    case 12: try writer.apply([.deleteSearch(name)])
    default: try changeBundles(scanner, bundles)
    }
    return "\(kind) \(number) \(name)"
  }

  private func changeBundles(_ scanner: ComponentManager, _ bundles: HandmadeBundles) throws {
    switch kind {
    case 13: bundles.effect("\(number).lv2", uri: uri, name: name)
    case 14 where number < 2: bundles.effect("rival.lv2", uri: uri, name: "Rival \(name)", version: (1, number))
    case 14: bundles.presets("presets.lv2", of: uri, names: [name])
    default: bundles.folder.remove("lv2/" + ["\(number)", "rival", "presets"][number % 3] + ".lv2")
    }
    try scanner.scan()
  }
}
