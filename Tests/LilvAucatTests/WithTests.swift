import Foundation
import TestSupport
import Testing

/// `aucat with`
@Suite(.enabled(if: Machine.has("cc") && Machine.has("pkg-config"), "a C compiler or pkg-config is missing"))
struct WithTests {
  private let host: LilvHost
  private let installation: Installation

  init() throws {
    host = try LilvHost([Bundle(name: "one", plugins: [Plugin(uri: "urn:one", name: "One")])])
    installation = Installation(host.machine)
    try FileManager.default.createDirectory(
      atPath: installation.prefix + "/lib/aucat", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: LilvHost.library, toPath: library)
  }

  private var library: String { installation.prefix + "/lib/aucat/liblilv-aucat.so" }

  private func with(_ words: String..., setting: [String: String?] = [:]) -> Child {
    Child.run(installation.prefix + "/bin/aucat", ["with"] + words, environment: host.environment(setting))
  }

  @Test func aHostIsAnsweredFromACatalogThatIsUpToDate() {
    let listed = with("lv2ls", "--names", setting: ["AUCAT_LILV_NOTES": "1"])
    #expect(listed.status == 0 && listed.lines.contains("One"))
    #expect((listed.answerCounts?.answers ?? 0) > 0, "\(listed.errors)")
    host.machine.install(Bundle(name: "two", plugins: [Plugin(uri: "urn:two", name: "Two")]), in: "home/.lv2")
    let again = with("lv2ls", "--names", setting: ["AUCAT_LILV_NOTES": "1"])
    #expect(again.lines.contains("Two") && !again.errors.contains("urn:two"), "\(again.errors)")
  }

  @Test func everythingAfterTheProgramIsIts() {
    let run = with("sh", "-c", "printf '%s\\n' \"$@\"; exit 7", "sh", "--help", "-h", "--json", "--", "with")
    #expect(run.status == 7 && run.lines == ["--help", "-h", "--json", "--", "with"])
  }

  @Test func otherPreloadsAreKept() {
    let print = ["sh", "-c", "printf %s \"$LD_PRELOAD\""]
    #expect(with(print[0], print[1], print[2]).text == library)
    let other = LilvHost.library
    #expect(with(print[0], print[1], print[2], setting: ["LD_PRELOAD": other]).text == "\(library):\(other)")
    let nested = with(installation.prefix + "/bin/aucat", "with", print[0], print[1], print[2])
    #expect(nested.text == library)
  }

  @Test func aMistakeIsSaidWithItsRemedy() throws {
    with("no-such-program").expectRefusal(2, saying: "install it, or write its path")
    with("/tmp").expectRefusal(2, saying: "there is no program")
    with().expectRefusal(2, saying: "`aucat help with`")
    try FileManager.default.removeItem(atPath: library)
    with("lv2ls").expectRefusal(3, saying: "install aucat again")
  }

  @Test func aProgramWithOtherRightsIsRefused() throws {
    let program = host.machine.folder("other")
    try FileManager.default.copyItem(atPath: "/bin/true", toPath: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o4755], ofItemAtPath: program)
    with(program).expectRefusal(2, saying: "start it without `aucat with`")
  }

  /// It comes into every program that a host starts, so it brings nothing along.
  @Test func theLibraryNeedsOnlyC() throws {
    let needs = Child.run(
      "/bin/sh",
      ["-c", "readelf -d \"$library\" | grep -F NEEDED; nm -D --defined-only \"$library\" | awk '{ print $3 }'"],
      environment: host.environment([:]))
    let lines = needs.lines
    #expect(lines.filter { $0.contains("NEEDED") }.allSatisfy { $0.contains("[libc.so") } && !lines.isEmpty)
    #expect(lines.filter { !$0.contains("NEEDED") }.allSatisfy { $0.hasPrefix("lilv_") } && lines.count > 50)
    let size = try #require(FileManager.default.attributesOfItem(atPath: library)[.size] as? Int)
    #expect(size < 100_000)
  }
}
