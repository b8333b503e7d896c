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
    let asked = machine.aucat("forget", "--all")
    #expect(asked.refuses(2, saying: "--yes"), "\(asked.errors)")
    #expect(machine.aucat("forget").status == 2)
    #expect(machine.aucat("export").output == before)
    let forgotten = machine.aucat("forget", "--all", "--yes")
    #expect(forgotten.text.hasPrefix("2 tags, 1 saved search forgotten, and kept in "), "\(forgotten.text)")
    #expect(machine.aucat("export").lines.count == 1 && machine.aucat("search", "userTag == mine").status == 1)
    let kept = try #require(forgotten.lines.first?.split(separator: " ").last.map(String.init))
    #expect(machine.aucat("export", setting: ["AUCAT_USER_STORE": kept]).output == before)
    #expect(machine.aucat("import", "-", input: String(decoding: before, as: UTF8.self)).status == 0)
    #expect(machine.aucat("export").output == before)
  }
}
