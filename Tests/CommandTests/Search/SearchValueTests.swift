import TestSupport
import Testing

/// `aucat search --arg`: values for `%@`.
@Suite struct SearchValueTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall]), Bundle(name: "arp", plugins: [.arpeggiator])])

  @Test(
    "a value is what its key compares with, and never a part of the predicate",
    arguments: [
      (["name == %@", "--arg", "Great Hall"], [Plugin.hall.uri]),
      (["audioInputs == %@ and tag == %@", "--arg", "2", "--arg=Reverb"], [Plugin.hall.uri]),
      (["tag", "==", "%@", "--arg", "reverb"], [Plugin.hall.uri]),
      (["~ %@", "--arg", "-arp"], [Plugin.arpeggiator.uri]),
      (["name == %@", "--arg", "Great Hall\" or name != \""], []), (["name == %@", "--arg", ""], []),
      (["not name == %@", "-arp", "--arg", "--json"], [Plugin.hall.uri]),
    ])
  func values(words: [String], uris: [String]) {
    let search = machine.aucat(["search", "--format", "uri"] + words)
    #expect(search.lines == uris, "\(search)")
  }

  @Test func tooFewTooManyAndWrongOnesAreRefused() {
    let table: [(words: [String], message: String)] = [
      (
        ["name == %@"],
        "%@ stands for an argument, and none is passed: write the value itself, or quotes around a text %@, or pass it with --arg"
      ),
      (["name == %@ and tag == %@", "--arg", "x"], "there is no argument 2 for this %@, only 1 argument"),
      (["reverb", "--arg", "x"], "there is no %@ for argument 1"),
      (["audioInputs == %@", "--arg", "zwei"], "argument 1: audioInputs is a number and `zwei` is not; pass a number"),
    ]
    for row in table {
      let search = machine.aucat(["search"] + row.words)
      #expect(search.status == 2 && search.text == "" && search.errors.hasSuffix("\n\(row.message)\n"), "\(search)")
    }
  }
}
