import Glibc
import TestSupport
import Testing

/// Scans on a machine that lacks something: they end, say what, and lose nothing.
@Suite(.endsIfItHangs) struct ScanShortageTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  @Test func withoutDescriptorsABundleKeepsItsPlugins() {
    machine.folder.write("", to: "lv2/hall.lv2/1/2/3/4/5/6/7/sample.wav")
    verify(machine.aucat("scan").status, equals: 0)
    var problems = ""
    for limit in 6...24 {
      let scan = machine.shell("ulimit -n \(limit); \"$aucat\" scan")
      problems += scan.errors
      verify([0, 3, 4].contains(scan.status), "\(limit): \(scan.errors)")
      verify(scan.status == 0 || !scan.errors.isEmpty, "\(limit)")
      verify(!scan.text.contains("removed") && !scan.text.contains("failed"), "\(limit): \(scan.text)")
      // Three such scans one after the other would be a state of the bundle.
      verify(machine.aucat("scan").status, equals: 0)
    }
    verify(problems.contains("lv2/hall.lv2: too many open files; it was not read, and the next scan tries again"))
    verify(machine.aucat("search", "--format", "uri").lines, equals: [Plugin.hall.uri])
    verify(machine.aucat("scan").text.hasPrefix("1 component in 1 bundle: nothing changed, "))
  }

  @Test func withoutDescriptorsASearchDoesNotGoOnWithoutTheUsersTags() {
    verify(machine.aucat("scan").status, equals: 0)
    machine.aucat("tag", "add", "Great Hall", "mine").expectDone()
    var statuses: [Int32] = []
    // Those of the tests that run beside it may be open here, too.
    for limit in Array(4...16) + [32, 64, 128, 256] {
      let search = machine.shell("ulimit -n \(limit); exec \"$aucat\" search --format uri tag == mine")
      statuses.append(search.status)
      guard search.status != 0 else {
        verify(search.lines == [Plugin.hall.uri] && search.errors == "", "\(limit): \(search)")
        continue
      }
      // Then it only could not look for what is new.
      if search.status == 4 {
        verify(
          search.lines == [Plugin.hall.uri] && search.errors.contains("raise the limit on open files"), "\(search)")
        continue
      }
      // Before it can say anything it may lack its own libraries.
      guard !search.errors.contains("error while loading shared libraries") else { continue }
      search.expectRefusal(3, saying: "raise the limit on open files", "\(limit)")
    }
    verify(statuses.contains(0) && statuses.contains(3), "\(statuses)")
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
    verify(scan.errors.contains("raise the limit on processes (ulimit -u)"), "\(scan.errors)")
  }

  @Test(.enabled(if: canBecomeAnother, "only root can become another user"))
  func whereNoThreadStartsTheWatchSaysSo() {
    alone("\"$aucat\" watch").expectRefusal(3, saying: "no thread can be started for the scans")
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
    let limit = try demand(least) + 40
    verify((0..<3).contains { _ in scan(limit, arenas: nil) == 0 }, "with one arena \(limit - 40) MiB are enough")
  }
}
