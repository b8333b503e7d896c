import Foundation
import TestSupport
import Testing

/// `aucat with`; `Transcripts/Program/with.txt` shows what it refuses.
@Suite(
  .part(.hosts), .enabled(if: Machine.has("cc") && Machine.has("pkg-config"), "a C compiler or pkg-config is missing"))
struct WithTests {
  private let host: LilvHost
  private let prefix: String

  init() throws {
    host = try LilvHost()
    prefix = try host.installation().prefix
  }

  private func with(_ words: [String], setting: [String: String?] = [:]) -> Child {
    host.run(prefix + "/bin/aucat", ["with"] + words, setting: setting)
  }

  @Test func aHostIsAnsweredFromACatalogThatIsUpToDate() {
    let words = [host.environment()["dump"] ?? "", "listing", "/home/.lv2/"]
    let listed = with(words, setting: ["AUCAT_LILV_NOTES": "1"])
    verify(listed.status == 0 && listed.text.contains("string <One>") && listed.counts.answers > 0, "\(listed.errors)")
    host.install(.one("two", called: "Two"))
    let again = with(words, setting: ["AUCAT_LILV_NOTES": "1"])
    verify(again.text.contains("string <Two>") && !again.errors.contains("urn:two"), "\(again.errors)")
  }

  @Test("everything after the program is its, and other preloads are kept")
  func words() {
    let run = with(["sh", "-c", "printf '%s\\n' \"$@\"; exit 7", "sh", "--help", "-h", "--json", "--", "with"])
    verify(run.status == 7 && run.lines == ["--help", "-h", "--json", "--", "with"], "\(run)")
    let (library, other, print) = (
      prefix + "/lib/aucat/liblilv-aucat.so", LilvHost.library, "printf %s \"$LD_PRELOAD\""
    )
    verify(with(["sh", "-c", print], setting: ["LD_PRELOAD": other]).text, equals: "\(library):\(other)")
    verify(with([prefix + "/bin/aucat", "with", "sh", "-c", print]).text, equals: library)
  }

  /// It comes into every program that a host starts, so it brings nothing along.
  @Test func theLibraryNeedsOnlyC() throws {
    let script = "readelf -d \"$library\" | grep -F NEEDED; nm -D --defined-only \"$library\" | awk '{ print $3 }'"
    let lines = host.shell(script).lines
    verify(lines.filter { $0.contains("NEEDED") }.allSatisfy { $0.contains("[libc.so") } && !lines.isEmpty)
    verify(lines.filter { !$0.contains("NEEDED") }.allSatisfy { $0.hasPrefix("lilv_") } && lines.count > 50)
    let size = try demand(FileManager.default.attributesOfItem(atPath: LilvHost.library)[.size] as? Int)
    verify(size < 100_000)
  }
}
