import TestSupport
import Testing

/// `aucat forget`
@Suite struct ForgetTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  @Test func allIsForgottenAndKept() throws {
    #expect(machine.aucat("forget", "--all", "--yes").text == "there is nothing to forget\n")
    #expect(machine.aucat("tag", "add", "Great Hall", "mine", "other").status == 0)
    #expect(machine.aucat("saved", "add", "halls", "name contains hall").status == 0)
    let before = machine.aucat("export").output
    machine.aucat("forget", "--all").expectRefusal(2, saying: "--yes")
    machine.aucat("forget").expectRefusal(2, saying: "say what to forget: `aucat forget --all`; ")
    #expect(machine.aucat("export").output == before)
    let forgotten = machine.aucat("forget", "--all", "--yes")
    #expect(forgotten.text.hasPrefix("2 tags, 1 saved search forgotten, and kept in "), "\(forgotten.text)")
    #expect(machine.aucat("export").lines.count == 1 && machine.aucat("search", "userTag == mine").status == 1)
    let kept = try #require(forgotten.lines.first?.split(separator: " ").last.map(String.init))
    #expect(machine.aucat("export", setting: ["AUCAT_USER_STORE": kept]).output == before)
    #expect(machine.aucat("import", "-", input: String(decoding: before, as: UTF8.self)).status == 0)
    #expect(machine.aucat("export").output == before)
  }

  /// Answers the question of a terminal, which `script` gives the program.
  private func answered(_ answer: String) -> [String] {
    let run = machine.shell(
      #"printf '\#(answer)\n' | script -qec '"$aucat" forget --all; echo "status $?"' /dev/null"#)
    return run.text.split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test(.enabled(if: Machine.has("script"), "script of util-linux is not installed"))
  func aTerminalIsAskedFirst() {
    #expect(machine.aucat("tag", "add", "Great Hall", "mine", "other").status == 0)
    for answer in ["n", "", "yess", "no"] {
      let lines = answered(answer)
      #expect(lines.contains { $0.contains("Forget 2 tags? [y/N]") }, "\(lines)")
      #expect(lines.last == "status 1" && lines.contains { $0.contains("nothing was forgotten") }, "\(lines)")
      #expect(machine.aucat("tag", "list", "Great Hall").lines == ["mine", "other"])
    }
    let lines = answered("Y")
    #expect(lines.last == "status 0" && lines.contains { $0.contains("2 tags forgotten, and kept in ") }, "\(lines)")
    #expect(machine.aucat("tag", "list", "Great Hall").lines.isEmpty)
  }
}
