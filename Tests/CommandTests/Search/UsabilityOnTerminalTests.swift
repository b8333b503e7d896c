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
    #expect(several.status == 2 && several.errors.contains("'LSP "), "\(several.errors.prefix(200))")
    let chosen = machine.aucat("favorite", "reverb")
    #expect(chosen.status == 0 && chosen.errors.contains("others match `reverb`"), "\(chosen)")
  }

  @Test("controls are counted apart")
  func info() {
    let gate = machine.aucat("info", "http://plugin.org.uk/swh-plugins/gate").lines
    #expect(gate.contains("8 parameters") && gate.contains("2 control outputs"), "\(gate)")
  }
}
