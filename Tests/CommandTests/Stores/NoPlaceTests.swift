import TestSupport
import Testing

/// Where the environment names no place for the user's data, nothing claims that there is none.
@Suite struct NoPlaceTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)

  @Test(arguments: [
    ["export"], ["tag", "list", "Great Hall"], ["tags", "--user"], ["tags", "--orphans"], ["collection", "list"],
    ["saved", "list"], ["undo", "--list"],
  ])
  func aListIsRefused(words: [String]) {
    for home in [nil, "relative"] {
      let run = machine.aucat(
        words, setting: ["HOME": home, "XDG_DATA_HOME": nil, "XDG_CACHE_HOME": machine.folder("cache")])
      #expect(run.status == 2 && run.text == "", "\(run.text)")
      #expect(run.errors.contains("nothing names a place for your own data; set HOME"), "\(run.errors)")
    }
  }
}
