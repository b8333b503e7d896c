import AudioComponents
import Foundation
import Linux
import TestSupport
import Testing

/// Whatever one writer of bundles does, and whenever two readers look: once the writer rests, every answer is that of a fresh
/// scan.
struct FollowingLawTests {
  /// How long a folder must rest in these tests until its times count, in seconds: the kernel's clock has several ticks in it.
  private static let settling = 0.03

  @Test func atRestAnswersAreThoseOfAFreshScan() throws { try check(schedules: 12) }

  @Test(.part(.laws)) func atRestManyAnswersAreThoseOfAFreshScan() throws {
    try check(schedules: SeededGenerator.cases(200))
  }

  private func check(schedules: Int) throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "following")
    for number in 1...schedules {
      let bundles = ChangingBundles()
      let readers = try (0..<2).map { _ in try reader(bundles, "catalog.sqlite") }
      bundles.put("keep.lv2", in: "lv2", &random)
      _ = try list(readers[0])
      for _ in 0..<Int.random(in: 3...12, using: &random) {
        bundles.step(&random)
        if Bool.random(using: &random) { _ = try list(readers[Int.random(in: 0..<2, using: &random)]) }
        if Int.random(in: 0..<6, using: &random) == 0 { usleep(UInt32(1.2 * Self.settling * 1e6)) }
      }
      bundles.rest(&random)
      // Once before the last changes have settled, and once afterwards.
      _ = try list(readers[0])
      usleep(UInt32(1.2 * Self.settling * 1e6))
      let fresh = try reader(bundles, "fresh.sqlite")
      try fresh.scan()
      let expected = try list(fresh)
      for (index, reader) in readers.enumerated() {
        let seen = try list(reader)
        verify(seen, equals: expected, "seed \(random.seed), schedule \(number), reader \(index): \(bundles.steps)")
        guard seen == expected else { return }
      }
    }
  }

  private func reader(_ bundles: ChangingBundles, _ catalog: String) throws -> ComponentManager {
    var configuration = try ScannedCatalog.manager(catalog: bundles.folder(catalog), path: bundles.path).configuration
    configuration.lookInterval = .zero
    configuration.settling = Self.settling
    return ComponentManager(configuration)
  }

  private func list(_ manager: ComponentManager) throws -> [String] {
    let components = try manager.components(matching: "").map { "\($0.bundle) \($0.uri) \($0.name)" }
    return (components + (try manager.quarantined().map { "\($0.path) \($0.reason)" })).sorted()
  }
}

/// Two folders of a search path whose bundles come and go in all the ways that installers have.
private final class ChangingBundles {
  let folder = TemporaryFolder()
  private(set) var steps: [String] = []
  private var made = 0
  /// Bundles of which only a part has been written.
  private var unfinished: [String] = []

  var path: String { "\(folder("lv2")):\(folder("more"))" }

  /// Does one thing.
  func step(_ random: inout SeededGenerator) {
    let root = ["lv2", "more"].randomElement(using: &random) ?? "lv2"
    let name = "\(["a", "b", "c"].randomElement(using: &random) ?? "a").lv2"
    let (other, place) = ("\(root == "lv2" ? "more" : "lv2")/\(name)", "\(root)/\(name)")
    let kind = Int.random(in: 0..<10, using: &random)
    steps.append("\(kind) \(place)")
    switch kind {
    case 0, 1: put(name, in: root, &random)
    case 2: folder.remove(place)
    case 3: move(place, to: other)
    case 4: move(place, to: "\(root)/d.lv2")
    case 5: begin(place)
    case 6: finish(&random)
    case 7:
      // A link to a bundle beside the path, which is replaced behind it.
      put(name, in: "elsewhere", &random)
      clear(place)
      mkdir(folder(root), 0o755)
      symlink("../elsewhere/\(name)", folder(place))
    case 8: folder.remove(root)
    default: if Path.exists(folder("elsewhere/\(name)")) { put(name, in: "elsewhere", &random) }
    }
  }

  /// Ends what was begun.
  func rest(_ random: inout SeededGenerator) { while !unfinished.isEmpty { finish(&random) } }

  /// Puts a whole bundle in the place of any other, at once or file by file.
  func put(_ name: String, in root: String, _ random: inout SeededGenerator) {
    let (place, isAtOnce) = ("\(root)/\(name)", Bool.random(using: &random))
    clear(place, keepsFiles: true)
    if isAtOnce {
      write("next/\(name)", text())
      mkdir(folder(root), 0o755)
      folder.remove(place)
      rename(folder("next/\(name)"), folder(place))
    } else {
      folder.remove(place)
      write(place, text())
    }
  }

  /// Writes half of a manifest.
  private func begin(_ place: String) {
    folder.remove(place)
    // To the middle of a string.
    write(place, String(text().prefix(while: { $0 != "N" })))
    if !unfinished.contains(place) { unfinished.append(place) }
  }

  private func finish(_ random: inout SeededGenerator) {
    guard let place = unfinished.popLast(), Path.exists(folder(place)) else { return }
    write(place, text())
    steps.append("finish \(place)")
  }

  /// What comes here next is another bundle.
  private func clear(_ place: String, keepsFiles: Bool = false) {
    unfinished.removeAll { $0 == place }
    if !keepsFiles { folder.remove(place) }
  }

  private func move(_ place: String, to other: String) {
    guard Path.exists(folder(place)) else { return }
    mkdir(folder(String(other.prefix { $0 != "/" })), 0o755)
    clear(other)
    rename(folder(place), folder(other))
    if let index = unfinished.firstIndex(of: place) { unfinished[index] = other }
  }

  private func write(_ place: String, _ text: String) {
    folder.write(text, to: "\(place)/manifest.ttl")
    folder.write("", to: "\(place)/plugin.so")
  }

  /// A plugin that no bundle has had before.
  private func text() -> String {
    made += 1
    return """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <urn:\(made % 5)> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "Number \(made)" ;
        lv2:port [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "out" ; lv2:name "Out" ] .
      """
  }
}
