import Foundation
import TestSupport
import Testing

/// What programs are told with the library that answers for lilv, compared with what lilv tells them.
@Suite(
  .part(.oracle), .enabled(if: Machine.has("cc") && Machine.has("pkg-config"), "a C compiler or pkg-config is missing"))
struct LilvAnswerTests {
  /// The lines of two dumps that differ, where lilv's own choice does not explain it: of several values of one URI it
  /// takes the one whose node lies first in memory. The library leaves such plugins to lilv, and notes it.
  private static let comparison = """
    "$dump" $1 >"$folder/alone" || exit 1
    AUCAT_LILV_NOTES=1 LD_PRELOAD=$library "$dump" $1 >"$folder/answered" 2>"$folder/notes" || exit 1
    tail -n 2 "$folder/notes" >&2
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

  /// Everything is asked of all plugins of this machine, one question after the other.
  @Test func installedPluginsAreDescribedAsByLilv() throws {
    let host = try LilvHost([], seesAll: true)
    let installed = TemporaryFolder.names(inFolder: "/usr/lib/lv2").count
    for order in ["function", "listing"] {
      let found = host.shell(Self.comparison, [order])
      verify(found.status == 0 && found.lines.count == 1, "\(found.text) \(found.errors)")
      let lines = try demand(found.lines.last?.split(separator: " ").first.flatMap { Int($0) })
      verify(lines > 100 * installed && found.counts.answers > 100 * installed, "\(found.errors)")
    }
  }

  /// Each in a run of its own, since lilv ends at some of them: then the library must not change how.
  @Test func faultyBundlesAreDescribedAsByLilv() throws {
    let host = try LilvHost([])
    let source = Repository.path("Tests/ComponentScanTests/Bundles")
    let names = TemporaryFolder.names(inFolder: source).filter { $0.hasSuffix(".lv2") }
    for name in names {
      try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: host.machine.folder("home/.lv2/\(name)"))
    }
    host.scan()
    var answers = 0
    for name in names {
      let text = "/.lv2/\(name.replacing("%", with: "%25"))/"
      for order in ["plugin", "function"] { answers += host.expectSame([order, text]).counts.answers }
    }
    verify(names.count > 30 && answers > 100)
  }

  @Test("names are listed without reading a plugin, and the tools of lilv and Ardour are told the same")
  func installedPrograms() throws {
    let host = try LilvHost(seesAll: true)
    let listed = host.expectSame(["listing", "/.lv2/one.lv2/"])
    verify(listed.text.contains("string <One>") && listed.text.contains("string <Ben>") && listed.counts.readings == 0)
    if Machine.has("lv2ls") { checkTools(host) }
    if Machine.has("ardour7-lua") { try checkArdour(host) }
  }

  private func checkTools(_ host: LilvHost) {
    let names = host.run("/usr/bin/env", ["lv2ls", "--names"], setting: LilvHost.on)
    verify(names.text == host.run("/usr/bin/env", ["lv2ls", "--names"]).text && names.lines.contains("One"))
    let plugins = host.run("/usr/bin/env", ["lv2ls"]).lines
    // lilv lists nodes by their addresses, which differ with the library.
    func words(_ child: Child) -> [Substring] { child.text.split { $0.isWhitespace || $0 == "," }.sorted() }
    for plugin in stride(from: 0, to: plugins.count, by: max(1, plugins.count / 6)).map({ plugins[$0] }) {
      let alone = host.run("/usr/bin/env", ["lv2info", plugin])
      let answered = host.run("/usr/bin/env", ["lv2info", plugin], setting: LilvHost.on)
      verify(alone.status == answered.status && words(alone) == words(answered), "\(plugin)")
      verify(alone.text.contains(plugin))
    }
  }

  /// Ardour's plugin list, alone and with `aucat with`.
  private func checkArdour(_ host: LilvHost) throws {
    let script = host.machine.folder.write(
      """
      AudioEngine:set_backend ("None (Dummy)", "", "")
      Session = create_session (os.getenv ("session"), "test", 48000)
      for plugin in ARDOUR.LuaAPI.list_plugins ():iter () do
        print ("PLUGIN", plugin.unique_id, plugin.name, plugin.creator, plugin.category, plugin:is_instrument ())
      end
      close_session ()
      """, to: "list.lua")
    let program = try host.installation().prefix + "/bin/aucat"
    let lists = [[], [program, "with"]].enumerated().map { number, words in
      let run = host.run(
        "/usr/bin/timeout", ["180"] + words + ["ardour7-lua", script],
        setting: ["session": host.machine.folder("\(number)"), "AUCAT_LILV_NOTES": "1", "LANG": "C.UTF-8"])
      verify(words.isEmpty || run.errors.contains("answers from the catalog"), "\(run.errors.suffix(2_000))")
      return Set(run.lines.filter { $0.hasPrefix("PLUGIN") })
    }
    verify(lists[0].contains { $0.contains("urn:one") })
    verify(lists[0].symmetricDifference(lists[1]), equals: [])
  }

  /// A host such as Qtractor sets `LV2_PATH` itself. The order of folders decides which of two bundles with the same
  /// plugin a host gets.
  @Test("an LV2_PATH of the catalog's folders is answered; with another one lilv answers, and that is said once")
  func searchPaths() throws {
    let host = try LilvHost(seesAll: true)
    let (home, words) = (host.machine.folder("home/.lv2"), ["listing", "/home/.lv2/"])
    let usual = "~/.lv2:/usr/lib/x86_64-linux-gnu/lv2:/nosuch/lv2:\(home):/usr/lib/lv2/:/usr/local/lib/lv2"
    let answered = host.expectSame(words, setting: ["LV2_PATH": usual])
    verify(answered.counts.answers > 50 && answered.counts.readings == 0, "\(answered.errors)")
    for path in ["/usr/lib/lv2:\(home)", "\(home):\(host.machine.folder.path)", "$HOME/.lv2:/usr/lib/lv2", home] {
      let run = host.expectSame(words, setting: ["LV2_PATH": path])
      verify(run.errors.contains("LV2_PATH names other folders") && run.counts.answers == 0, "\(path)")
      let quiet = host.answered(words, setting: ["LV2_PATH": path, "AUCAT_LILV_NOTES": nil])
      // lilv has complaints of its own about folders without a manifest.
      let said = quiet.errors.split(separator: "\n").filter { $0.hasPrefix("aucat: ") }
      verify(said.count == 1 && said[0].hasSuffix("unset it"), "\(quiet.errors)")
    }
  }

  @Test("worlds in threads and behind a fork, with an option, another bundle or kept ports behave as lilv's")
  func worlds() throws {
    let host = try LilvHost([.one("one", called: "One"), .one("two", called: "Two", [.control])])
    let folder = host.machine.folder("home/.lv2")
    for way in ["threads", "fork", "option", "bundle", "ports"] {
      let alone = host.run("worlds", [way, folder])
      let answered = host.run("worlds", [way, folder], setting: LilvHost.on)
      verify(alone.status == 0 && answered.status == 0 && alone.text == answered.text, "\(answered.errors)")
      verify(alone.text.contains("urn:two") && (answered.counts.answers > 0) == (way != "option"), "\(answered.errors)")
      let isLeftAlone = answered.errors.contains("the program uses lilv in its own way: an option is set")
      verify(isLeftAlone == (way == "option"))
      let first = answered.lines.first { $0.contains("urn:one:") }
      verify(way != "ports" || first == "urn:one: 1 1 1 1 1 1", "\(answered.text)")
    }
  }

  @Test(.enabled(if: Machine.has("valgrind"), "valgrind is not installed"))
  func memoryIsUsedAsItShouldBe() throws {
    let host = try LilvHost([.one("one", called: "One", [.control, .midiIn])])
    // lilv and its libraries lose some memory by themselves, so only errors count, and what this library has lost.
    let script = """
      LD_PRELOAD=$library exec valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=none \
        "$programs/$1" "$2" "$3"
      """
    for words in [["dump", "plugin", "/.lv2/one.lv2/"], ["worlds", "ports", host.machine.folder("home/.lv2")]] {
      let run = host.shell(script, words)
      verify(run.status == 0 && run.output.count > 20, "\(run.errors)")
      let lost = run.errors.components(separatedBy: "are definitely lost").dropFirst()
      verify(lost.filter { $0.contains("liblilv-aucat") }, equals: [], "\(run.errors)")
    }
  }
}
