import TestSupport
import Testing

/// Resource bundles that are damaged after the installation.
@Suite struct ResourceTests {
  let installation = Installation(Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true))

  /// Changes a byte of a file: `position` counts from 0.
  private func change(_ file: String, at position: Int) {
    var bytes = Child.contents(file)
    bytes[position] = 0xFF
    installation.machine.folder.write(bytes, to: String(file.dropFirst(installation.machine.folder.path.count + 1)))
  }

  @Test func aDamagedLanguageIsSaidAndEnglishIsShown() {
    let sound = installation.aucat("search", "--locale", "sv")
    #expect(sound.status == 0 && sound.text.contains("Effekt") && sound.errors == "", "\(sound.errors)")
    change(installation.resources("sv"), at: 34)
    for arguments in [["search"], ["info", "Great Hall"], ["tags"], ["search", "--json"]] {
      let english = installation.aucat(arguments + ["--locale", "sv"])
      #expect(english.status == 4, "\(arguments): \(english.status)")
      #expect(english.errors.contains("sv.res: it is damaged"), "\(english.errors)")
      #expect(english.errors.split(separator: "\n").count == 1, "\(english.errors)")
      #expect(!english.text.contains("Effekt"), "\(arguments)")
    }
    #expect(installation.aucat("search", "--locale", "de").status == 0)
    #expect(installation.aucat("tag", "add", "Great Hall", "mine", "--locale", "sv").status == 0)
    #expect(installation.aucat("search", "--locale", "sv", "nosuchplugin == 1").status == 2)
    #expect(installation.aucat("search", "--locale", "sv", "zzzzzzzz").status == 4)
  }

  /// It is in the program.
  @Test func englishNeedsNoFile() {
    change(installation.resources("root"), at: 40)
    let search = installation.aucat("search")
    #expect(search.status == 0 && search.errors.isEmpty, "\(search.errors)")
    #expect(search.text.contains("Great Hall\tEffect"))
  }
}
