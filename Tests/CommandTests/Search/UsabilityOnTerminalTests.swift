import TestSupport
import Testing

/// What a new user sees of real plugins on a terminal, and when choosing and changing them.
@Suite(.enabled(if: RealPlugins.areThere, "the real plugins are not installed: .dev/setup plugins"))
struct UsabilityOnTerminalTests {
  private let machine = RealPlugins.machine()

  @Test(
    "a list tells mono from stereo, keeps names whole, and is counted",
    .enabled(if: Screen.isThere, "script of util-linux is not installed"))
  func list() {
    let lines = Screen(machine: machine).lines("search by:harris gverb or by:lsp gate mono")
    let text = lines.joined(separator: "\n")
    #expect(lines.first?.hasPrefix("Name") == true && text.contains("1→2") && text.contains("1→1"), "\(text)")
    #expect(text.contains("LSP Sidechain Multiband Gate Mono x8"), "\(text)")
    #expect(lines.last?.contains("components") == true, "\(text)")
  }

  @Test("words choose a component as in every command, and several are listed")
  func choosing() {
    let gate = machine.aucat("info", "midi gate")
    #expect(gate.status == 0 && gate.lines.first == "Example MIDI Gate", "\(gate)")
    let several = machine.aucat("info", "LSP")
    #expect(several.status == 2 && several.errors.contains("LSP Gate Mono"), "\(several.errors.prefix(200))")
    let chosen = machine.aucat("favorite", "reverb")
    #expect(chosen.status == 0 && chosen.errors.contains("others match `reverb`"), "\(chosen)")
  }

  @Test("what the person has said stands in info, and controls are counted apart")
  func info() {
    machine.aucat("favorite", "GVerb").expectDone()
    machine.aucat("collection", "add", "Live", "GVerb").expectDone()
    machine.aucat("tag", "add", "GVerb", "Reverb").expectDone()
    let info = machine.aucat("info", "GVerb").lines
    #expect(info.contains("tags            Effects (class), Reverb (class, user)"), "\(info)")
    #expect(info.contains("collections     Live") && info.contains { $0.hasPrefix("favorite") }, "\(info)")
    let gate = machine.aucat("info", "http://plugin.org.uk/swh-plugins/gate").lines
    #expect(gate.contains("8 parameters") && gate.contains("2 control outputs"), "\(gate)")
    // One tag, though the person's has the same name.
    let tags = machine.aucat("search", "name == GVerb").text
    #expect(tags.contains("Effects, Reverb\t"), "\(tags)")
    #expect(machine.aucat("tags").lines.filter { $0.hasPrefix("Reverb\t") }.count == 1)
    #expect(machine.aucat("tag", "list", "GVerb").lines == ["Reverb"])
  }

  @Test("a collection that was deleted comes back")
  func undo() {
    machine.aucat("collection", "add", "Live", "GVerb").expectDone()
    machine.aucat("collection", "delete", "Live").expectChanged()
    #expect(machine.aucat("collection", "list").lines == [])
    let undo = machine.aucat("undo")
    #expect(undo.status == 0 && undo.text.contains("Live"), "\(undo)")
    #expect(machine.aucat("collection", "list", "Live").lines.count == 1)
  }

  @Test("the language is explained, and every key is listed")
  func help() {
    #expect(machine.aucat("help", "query").lines.count <= 40)
    let keys = machine.aucat("keys").lines.map { String($0.prefix { $0 != "\t" }) }
    for key in [
      "uri", "uses", "lastUsed", "parameter.unit", "preset.bank", "inPlaceBroken", "ui", "variant", "comment",
    ] {
      #expect(keys.contains(key), "\(key)")
    }
  }
}
