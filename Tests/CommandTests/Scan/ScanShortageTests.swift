import Foundation
import Glibc
import SQLite
import TestSupport
import Testing

/// Scans on a machine that lacks something: they end, say what, and lose nothing.
@Suite(.endsIfItHangs) struct ScanShortageTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  @Test func withoutDescriptorsABundleKeepsItsPlugins() {
    machine.folder.write("", to: "lv2/hall.lv2/1/2/3/4/5/6/7/sample.wav")
    #expect(machine.aucat("scan").status == 0)
    var problems = ""
    for limit in [6, 8, 10, 12, 14] {
      let scan = machine.shell("ulimit -n \(limit); \"$aucat\" scan")
      problems += scan.errors
      #expect([0, 3, 4].contains(scan.status), "\(limit): \(scan.errors)")
      #expect(scan.status == 0 || !scan.errors.isEmpty, "\(limit)")
      #expect(!scan.text.contains("removed") && !scan.text.contains("failed"), "\(limit): \(scan.text)")
      // Three such scans one after the other would be a state of the bundle.
      #expect(machine.aucat("scan").status == 0)
    }
    #expect(problems.contains("lv2/hall.lv2: too many open files; it was not read, and the next scan tries again"))
    #expect(machine.aucat("search", "--format", "uri").lines == [Plugin.hall.uri])
    #expect(machine.aucat("scan").text.hasPrefix("1 component in 1 bundle: nothing changed, "))
  }

  @Test func withoutDescriptorsASearchDoesNotGoOnWithoutTheUsersTags() {
    #expect(machine.aucat("scan").status == 0)
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    var statuses: [Int32] = []
    // Those of the tests that run beside it may be open here, too.
    for limit in Array(4...16) + [32, 64, 128, 256] {
      let search = machine.shell("ulimit -n \(limit); exec \"$aucat\" search --format uri tag == mine")
      statuses.append(search.status)
      guard search.status != 0 else {
        #expect(search.lines == [Plugin.hall.uri] && search.errors == "", "\(limit): \(search)")
        continue
      }
      // Before it can say anything it may lack its own libraries.
      guard !search.errors.contains("error while loading shared libraries") else { continue }
      search.expectRefusal(3, saying: "raise the limit on open files", "\(limit)")
    }
    #expect(statuses.contains(0) && statuses.contains(3), "\(statuses)")
  }

  @Test func whereSIGCHLDIsIgnoredACrashIsKnownAsOne() {
    machine.folder.write(
      String(repeating: "[ <urn:x> ", count: 20_000), to: "lv2/deep.lv2/manifest.ttl")
    machine.folder.write(
      "#!/bin/sh\nulimit -s 96\nexec '\(Child.products)/aucat-scan-worker'\n", to: "worker")
    let scan = machine.shell(
      "chmod 755 \"$folder/worker\"; trap '' CHLD; exec \"$aucat\" scan",
      setting: ["AUCAT_WORKER": machine.folder("worker")])
    #expect(scan.text.contains("deep.lv2: reading it ends with signal 11 (segmentation fault)"), "\(scan)")
  }

  /// Runs a script as another user, who may start no further process or thread.
  private func alone(_ script: String) -> Child {
    machine.shell(
      "chmod -R 777 \"$folder\"; exec timeout 20 setpriv --reuid 65534 --regid 65534 --clear-groups "
        + "prlimit --nproc=1 \(script)")
  }

  private static let canBecomeAnother = geteuid() == 0 && Machine.has("setpriv") && Machine.has("prlimit")

  @Test(.enabled(if: canBecomeAnother, "only root can become another user"))
  func whereNoWorkerStartsTheScanSaysSo() {
    let scan = alone("\"$aucat\" scan")
    scan.expectRefusal(3, saying: "the system can't start a scan worker now: resource temporarily unavailable")
    #expect(scan.errors.contains("raise the limit on processes (ulimit -u)"), "\(scan.errors)")
  }

  @Test(.enabled(if: canBecomeAnother, "only root can become another user"))
  func whereNoThreadStartsTheWatchSaysSo() {
    alone("\"$aucat\" watch --scan").expectRefusal(3, saying: "no thread can be started for the scans")
  }

  /// Where each thread reserves an arena, this takes twice as much.
  @Test(.enabled(if: Machine.has("prlimit") && Sanitizer.allowsMemoryLimits, "this needs prlimit, and no sanitizer"))
  func aScanTakesLittleAddressSpace() throws {
    func scan(_ limit: Int, arenas: String?) -> Int32 {
      machine.folder.remove("home/.cache")
      return machine.shell(
        "exec prlimit --as=\(limit << 20) \"$aucat\" scan", setting: ["MALLOC_ARENA_MAX": arenas]
      ).status
    }
    // How much is used at once depends on when threads run, so one scan that fits by chance says little.
    let least = stride(from: 80, to: 1_000, by: 8).first { limit in
      (0..<3).allSatisfy { _ in scan(limit, arenas: "1") == 0 }
    }
    let limit = try #require(least) + 40
    #expect((0..<3).contains { _ in scan(limit, arenas: nil) == 0 }, "with one arena \(limit - 40) MiB are enough")
  }

  /// A worker that is killed while it reads a large bundle.
  private var killed: [String: String?] {
    machine.folder.write(
      "#!/bin/sh\n(sleep 0.3; kill -KILL $$) &\nexec '\(Child.products)/aucat-scan-worker'\n", to: "worker")
    _ = machine.shell("chmod 755 \"$folder/worker\"")
    return ["AUCAT_WORKER": machine.folder("worker")]
  }

  @Test func aBundleWhoseWorkersAreKilledIsTriedByThreeScansAndThenOnceADay() {
    #expect(machine.aucat("scan").status == 0)
    let text = (0..<400_000).map { "<urn:s\($0)> <http://www.w3.org/2000/01/rdf-schema#label> \"\($0)\" .\n" }
    let plugin = machine.folder("lv2/hall.lv2/plugin.ttl")
    let description = String(decoding: Child.contents(plugin), as: UTF8.self)
    machine.folder.write(description + text.joined(), to: "lv2/hall.lv2/plugin.ttl")
    for _ in 0..<2 {
      let scan = machine.aucat("scan", setting: killed)
      #expect(
        scan.errors
          == "aucat: \(machine.folder("lv2/hall.lv2")): killed from outside by signal 9 (killed); it was not read, and the next scan tries again\n"
      )
      #expect(scan.status == 4 && scan.text.hasPrefix("1 component in 1 bundle: nothing changed, "), "\(scan)")
      #expect(scan.lines.count == 1, "no verdict")
    }
    let third = machine.aucat("scan", setting: killed)
    let state = "  failed  \(machine.folder("lv2/hall.lv2")): not read: killed from outside by signal 9 (killed)"
    #expect(third.lines.last?.hasPrefix(state) == true, "\(third)")
    #expect(machine.aucat("search", "--format", "uri").lines == [Plugin.hall.uri], "what is known of it stays")
    let fourth = machine.aucat("scan", setting: ["AUCAT_WORKER": "/nowhere"])
    #expect(fourth.errors == "" && fourth.lines.last?.hasPrefix(state) == true, "it is not tried all the time")
    #expect(machine.aucat("scan", "--full", "--timeout", "200").lines.count == 1, "a full scan tries")
  }

  /// The scan of a first search is told of as any other is.
  @Test func theFirstSearchSaysWhatItsScanCouldNotRead() throws {
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]))
    let text = (0..<400_000).map { "<urn:s\($0)> <http://www.w3.org/2000/01/rdf-schema#label> \"\($0)\" .\n" }
    let description = String(decoding: Child.contents(machine.folder("lv2/hall.lv2/plugin.ttl")), as: UTF8.self)
    machine.folder.write(description + text.joined(), to: "lv2/hall.lv2/plugin.ttl")
    let search = machine.aucat("search", "--format", "uri", setting: killed)
    #expect(search.status == 4 && search.lines == [Plugin.arpeggiator.uri], "\(search)")
    #expect(search.errors.contains("lv2/hall.lv2: killed from outside by signal 9"), "\(search.errors)")
    #expect(search.errors.split(separator: "\n").count == 1, "\(search.errors)")
  }

  @Test func aDayLaterItIsTriedAgain() throws {
    #expect(machine.aucat("scan").status == 0)
    try Connection(machine.catalog, for: .writing).execute(
      "INSERT INTO interruption SELECT id, 3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-2 days') FROM bundle")
    #expect(machine.aucat("scan", setting: ["AUCAT_WORKER": "/nowhere"]).status == 3, "a worker is needed")
    #expect(machine.aucat("scan").status == 0)
    #expect(machine.aucat("scan", setting: ["AUCAT_WORKER": "/nowhere"]).status == 0)
  }
}
