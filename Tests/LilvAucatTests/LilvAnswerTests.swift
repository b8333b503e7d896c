import Foundation
import TestSupport
import Testing

/// What programs are told with the library that answers for lilv, compared with what lilv tells them, function by function.
@Suite(.enabled(if: Machine.has("cc") && Machine.has("pkg-config"), "a C compiler or pkg-config is missing"))
struct LilvAnswerTests {
  /// The lines of two dumps that differ, where lilv's own choice does not explain it: of several values of one URI it takes the one
  /// whose node lies first in memory. The library leaves such plugins to lilv, and notes it.
  private static let comparison = """
    awk -v one="$folder/alone" -v other="$folder/answered" '
      /: bundles disagree about its author$/ { split($0, parts, /[<>]/); disputed[parts[2]] = 1 }
      END {
        while ((getline left < one) > 0) {
          lines++
          if ((getline right < other) <= 0) { print "the other ends after", lines; exit }
          if (left ~ /^</) uri = substr(left, 2, length(left) - 2)
          if (left != right && !(left ~ /^  (mail|homepage): / && disputed[uri])) print uri ": " left " | " right
        }
        if ((getline right < other) > 0) print "the other goes on with", right
        print lines, "lines"
      }' "$folder/notes" | tail -20
    """

  private func compare(_ order: String, _ host: LilvHost) throws -> (differences: [String], lines: Int, notes: Child) {
    let folder = host.machine.folder
    let alone = Child.run(
      "/bin/sh", ["-c", "exec \"$dump\" \(order) >\"$folder/alone\""], environment: host.environment([:]))
    let answered = Child.run(
      "/bin/sh", ["-c", "LD_PRELOAD=$library exec \"$dump\" \(order) >\"$folder/answered\""],
      environment: host.environment(["AUCAT_LILV_NOTES": "1"]))
    #expect(alone.status == 0 && answered.status == 0, "\(alone.errors) \(answered.errors)")
    folder.write(answered.errors, to: "notes")
    let found = Child.run("/bin/sh", ["-c", Self.comparison], environment: host.environment([:])).lines
    let lines = try #require(found.last?.split(separator: " ").first.flatMap { Int($0) })
    return (found.dropLast(), lines, answered)
  }

  /// All plugins of this machine: everything is asked of all, one question after the other, and of one after the other.
  @Test(arguments: ["function", "listing"]) func installedPluginsAreDescribedAsByLilv(order: String) throws {
    let host = try LilvHost([])
    host.scan()
    let installed = host.run("/usr/bin/env", "lv2ls").lines.count
    let result = try compare(order, host)
    #expect(result.differences == [])
    let counts = try #require(result.notes.answerCounts, "\(result.notes.errors.suffix(300))")
    #expect(result.lines > 100 * installed && counts.answers > 100 * installed)
  }

  /// Each in a run of its own, since lilv ends at some of them: then the library must not change how.
  @Test func faultyBundlesAreDescribedAsByLilv() throws {
    let host = try LilvHost([])
    let source = Repository.path("Tests/ComponentScanTests/Bundles")
    let names = try FileManager.default.contentsOfDirectory(atPath: source).filter { $0.hasSuffix(".lv2") }.sorted()
    for name in names {
      try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: host.machine.folder("home/.lv2/\(name)"))
    }
    host.scan()
    var answers = 0
    for name in names {
      for order in ["plugin", "function"] {
        let text = "/.lv2/\(name.replacing("%", with: "%25"))/"
        let (alone, answered) = (host.alone([order, text]), host.answered([order, text]))
        #expect(alone.status == answered.status, "\(name)")
        #expect(alone.text == answered.text, "\(name)")
        answers += answered.answerCounts?.answers ?? 0
      }
    }
    #expect(names.count > 30 && answers > 100)
  }

  @Test func namesAreListedWithoutReadingAPlugin() throws {
    let host = try LilvHost([Bundle(name: "one", plugins: [Plugin(uri: "urn:one", name: "One")])])
    host.scan()
    let listed = host.answered(["listing", "/.lv2/one.lv2/"])
    #expect(listed.text == host.alone(["listing", "/.lv2/one.lv2/"]).text)
    #expect(listed.text.contains("string <One>") && listed.text.contains("string <Ben>"))
    let names = host.run("/usr/bin/env", "lv2ls", "--names", setting: ["LD_PRELOAD": LilvHost.library])
    #expect(names.text == host.run("/usr/bin/env", "lv2ls", "--names").text && names.lines.contains("One"))
  }

  @Test(.enabled(if: Machine.has("lv2info"), "lv2info is not installed"))
  func lv2infoPrintsWhatItPrintsAlone() throws {
    let host = try LilvHost([])
    host.scan()
    let plugins = host.run("/usr/bin/env", "lv2ls").lines
    try #require(!plugins.isEmpty)
    // lilv lists nodes by their addresses, which differ with the library.
    func words(_ child: Child) -> [Substring] { child.text.split { $0.isWhitespace || $0 == "," }.sorted() }
    for plugin in stride(from: 0, to: plugins.count, by: max(1, plugins.count / 6)).map({ plugins[$0] }) {
      let alone = host.run("/usr/bin/env", "lv2info", plugin)
      let answered = host.run("/usr/bin/env", "lv2info", plugin, setting: ["LD_PRELOAD": LilvHost.library])
      #expect(alone.status == answered.status && words(alone) == words(answered), "\(plugin)")
      #expect(alone.text.contains(plugin))
    }
  }

  @Test(arguments: [["threads"], ["fork"], ["option"], ["bundle"], ["ports"]])
  func worldsBehaveAsLilvs(arguments: [String]) throws {
    let host = try LilvHost([
      Bundle(
        name: "one",
        plugins: [Plugin(uri: "urn:one", name: "One"), Plugin(uri: "urn:two", name: "Two", ports: [.control])])
    ])
    host.scan()
    let folder = host.machine.folder("home/.lv2")
    let alone = host.run("worlds", arguments[0], folder)
    let answered = host.run(
      "worlds", arguments[0], folder, setting: ["LD_PRELOAD": LilvHost.library, "AUCAT_LILV_NOTES": "1"])
    #expect(alone.status == 0 && answered.status == 0 && alone.text == answered.text, "\(answered.errors)")
    #expect(alone.text.contains("urn:two"))
    let answers = answered.answerCounts?.answers ?? 0
    #expect(arguments == ["option"] ? answers == 0 : answers > 0, "\(answered.errors)")
    let isLeftAlone = answered.errors.contains("the program uses lilv in its own way: an option is set")
    #expect(isLeftAlone == (arguments == ["option"]))
    if arguments == ["ports"] { #expect(answered.lines.first { $0.contains("urn:one:") } == "urn:one: 1 1 1 1 1 1") }
  }

  @Test(.enabled(if: Machine.has("valgrind"), "valgrind is not installed"), arguments: ["dump", "worlds"])
  func memoryIsUsedAsItShouldBe(program: String) throws {
    let host = try LilvHost([
      Bundle(name: "one", plugins: [Plugin(uri: "urn:one", name: "One", ports: [.control, .midiIn])])
    ])
    host.scan()
    let words = program == "dump" ? ["plugin", "/.lv2/one.lv2/"] : ["ports", host.machine.folder("home/.lv2")]
    // lilv and its libraries lose some memory by themselves, so only errors count, and what this library has lost.
    let script = """
      LD_PRELOAD=$library exec valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=none \
        "$programs/\(program)" "$@"
      """
    let run = Child.run("/bin/sh", ["-c", script, "sh"] + words, environment: host.environment([:]))
    #expect(run.status == 0 && run.output.count > 20, "\(run.errors)")
    let lost = run.errors.components(separatedBy: "are definitely lost").dropFirst().filter {
      $0.contains("liblilv-aucat")
    }
    #expect(lost == [], "\(run.errors)")
  }
}
