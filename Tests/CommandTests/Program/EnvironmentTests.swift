import TestSupport
import Testing

/// What the environment decides: where bundles are, where the catalog is, which worker reads.
@Suite struct EnvironmentTests {
  let machine = Machine([Bundle(name: "hall", plugins: [.hall])], isNew: true)

  /// `LV2_PATH` and how many components it leads to.
  @Test func theSearchPathMayBeRelativeHaveEmptyEntriesAndRepeatItself() {
    machine.install(Bundle(name: "arp", plugins: [.arpeggiator]), in: "home/plugins")
    let folder = machine.folder.path
    let table: [(path: String, count: String)] = [
      ("\(folder)/lv2", "1"), (":\(folder)/lv2::", "1"), ("\(folder)/lv2:\(folder)/lv2/", "1"),
      ("\(folder)/home/../lv2", "1"), ("/nosuch:\(folder)/lv2", "1"), ("~/plugins", "1"),
      ("~/plugins:\(folder)/lv2", "2"), ("lv2", "1"), ("./lv2:home/plugins", "2"),
    ]
    for row in table {
      let search = machine.shell(#"cd "$folder" && "$aucat" search --count"#, setting: ["LV2_PATH": row.path])
      #expect(search.text == row.count + "\n", "\(row.path)")
      #expect(search.errors == "", "\(row.path)")
    }
  }

  /// The directories that were looked at, and packages to try.
  @Test func whereNoPluginIsInstalledItSaysWhereItLookedAndWhatToInstall() throws {
    for arguments in [["search"], ["tags"], ["info", "Great Hall"], ["search", "--json"], ["search", "--all"]] {
      let nothing = machine.aucat(arguments, setting: ["LV2_PATH": "/nosuch:\(machine.folder("none"))"])
      #expect(nothing.status == 1, "\(arguments)")
      #expect(nothing.errors.contains("looked in /nosuch, \(machine.folder("none"))"), "\(arguments)")
      #expect(nothing.errors.contains("apt install x42-plugins"), "\(arguments)")
      #expect(nothing.errors.split(separator: "\n").count == 1, "\(arguments)")
    }
    let scan = machine.aucat("scan", "--json", setting: ["LV2_PATH": ""])
    #expect(scan.status == 0 && scan.errors.contains("LV2_PATH is empty"))
    #expect(try scan.json["components"] == .number(0))
  }

  @Test func whereEveryBundleIsQuarantinedItDoesNotSayThatNoneIsInstalled() {
    let machine = Machine.withBrokenBundle([])
    for arguments in [["search"], ["info", "Great Hall"], ["tags"]] {
      machine.aucat(arguments).expectRefusal(1, saying: "aucat search --all", "\(arguments)")
    }
    #expect(machine.aucat("search", "--all").lines.count == 1)
  }

  /// The variables that name the catalog's place, and the place.
  @Test func theCatalogIsWhereTheEnvironmentSays() {
    let folder = machine.folder
    let table: [(setting: [String: String?], place: String)] = [
      ([:], "home/.cache/aucat/catalog.sqlite"), (["XDG_CACHE_HOME": ""], "home/.cache/aucat/catalog.sqlite"),
      (["XDG_CACHE_HOME": "relative"], "home/.cache/aucat/catalog.sqlite"),
      (["XDG_CACHE_HOME": folder("cache")], "cache/aucat/catalog.sqlite"),
      (["AUCAT_CATALOG": ""], "home/.cache/aucat/catalog.sqlite"),
      (["AUCAT_CATALOG": folder("deep/er/my.db"), "XDG_CACHE_HOME": folder("x")], "deep/er/my.db"),
      (["AUCAT_CATALOG": folder("a ?#%20 b.sqlite"), "HOME": nil], "a ?#%20 b.sqlite"),
    ]
    for row in table {
      #expect(machine.aucat("search", "--count", setting: row.setting).text == "1\n", "\(row.setting)")
      #expect(!Child.contents(folder(row.place)).isEmpty, "\(row.setting)")
      #expect(machine.shell(#"cd "$folder" && rm -rf home/.cache cache deep; ! test -e relative"#).status == 0)
    }
  }

  @Test func withoutAHomeThereIsNoPlaceForTheCatalogAndASearchScansIntoMemory() {
    for home in [nil, "", "relative"] {
      let scan = machine.aucat("scan", setting: ["HOME": home])
      scan.expectRefusal(2, saying: "HOME")
      #expect(scan.errors.contains("AUCAT_CATALOG"))
      let search = machine.aucat("search", "--format", "uri", setting: ["HOME": home])
      #expect(search.status == 0 && search.lines == [Plugin.hall.uri], "\(search.text)")
      #expect(search.errors.contains("HOME") && search.errors.contains("into memory"), "\(search.errors)")
      #expect(search.errors.split(separator: "\n").count == 1, "\(search.errors)")
      #expect(machine.aucat("search", "nosuchthing", setting: ["HOME": home]).status == 1)
      #expect(machine.aucat("info", Plugin.hall.uri, setting: ["HOME": home]).text.contains("Great Hall"))
    }
  }

  @Test(
    "without a place for the user's data, nothing claims that there is none",
    arguments: [
      ["export"], ["tag", "list", "Great Hall"], ["tags", "--user"], ["tags", "--orphans"], ["collection", "list"],
      ["saved", "list"], ["undo", "--list"],
    ])
  func aListIsRefused(words: [String]) {
    for home in [nil, "relative"] {
      let run = machine.aucat(
        words, setting: ["HOME": home, "XDG_DATA_HOME": nil, "XDG_CACHE_HOME": machine.folder("cache")])
      #expect(run.status == 2 && run.text == "", "\(run.text)")
      #expect(run.errors.contains("there is no place for your own data; set HOME"), "\(run.errors)")
    }
  }

  @Test func whereNoCatalogCanBeWrittenASearchScansIntoMemory() {
    for path in [machine.folder("home/readme/catalog.sqlite"), "/proc/aucat/catalog.sqlite"] {
      let setting: [String: String?] = ["AUCAT_CATALOG": path]
      machine.aucat("scan", setting: setting).expectRefusal(3, saying: path)
      let search = machine.aucat("search", "--count", setting: setting)
      #expect(search.status == 0 && search.text == "1\n", "\(search.errors)")
      #expect(search.errors.hasPrefix("aucat: the catalog \(path) can't be written"), "\(search.errors)")
      #expect(search.errors.split(separator: "\n").count == 1, "\(search.errors)")
    }
  }

  @Test func userTagsAreFoundInACatalogInMemory() {
    let setting: [String: String?] = ["AUCAT_CATALOG": machine.folder("home/readme/catalog.sqlite")]
    #expect(machine.aucat("tag", "add", Plugin.hall.uri, "Mine", setting: setting).status == 0)
    let search = machine.aucat("search", "tag == Mine", "--format", "uri", setting: setting)
    #expect(search.lines == [Plugin.hall.uri], "\(search.errors)")
  }

  @Test func aWorkerThatIsNoneIsSaidWithTheRemedy() {
    machine.aucat("search", setting: ["AUCAT_WORKER": "/nosuch"]).expectRefusal(
      3, saying: "correct or unset AUCAT_WORKER")
    let scan = machine.aucat("scan", setting: ["AUCAT_WORKER": "/bin/true"])
    #expect(scan.refuses(3, saying: "install it again or set AUCAT_WORKER") && !scan.errors.contains("Configuration"))
    #expect(machine.aucat("search", "--count").text == "1\n", "the failed scan leaves nothing that stands in the way")
    #expect(machine.aucat("search", "--count", setting: ["AUCAT_WORKER": "/nosuch"]).text == "1\n")
  }

  /// The language of a search for the reverb: the first of the variables that is set and not empty.
  @Test func theLanguageIsThatOfTheEnvironment() {
    let english = "Great Hall\tEffect\tÅnn\tEffects, Reverb\t2→2\n"
    let german = "Great Hall\tEffekt\tÅnn\tEffekte, Hall\t2→2\n"
    let table: [(setting: [String: String?], text: String)] = [
      ([:], english), (["LANG": "C"], english), (["LANG": "de_DE.UTF-8"], german), (["LC_MESSAGES": "de"], german),
      (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT@euro"], german), (["LC_ALL": "C", "LANG": "de"], english),
      (["LC_ALL": "C.UTF-8", "LANG": "de"], english), (["LC_MESSAGES": "de", "LANG": "sv"], german),
      (["LANG": "\u{1B}[31m"], english), (["LANG": "../../de"], english), (["LANG": "xx_garbage__"], english),
      (["LANG": String(repeating: "de_", count: 1_000)], english), (["LC_NUMERIC": "de"], english),
    ]
    for row in table {
      let search = machine.aucat("search", "tag == Reverb", setting: row.setting)
      #expect(search.text == row.text, "\(row.setting)")
      #expect(search.errors == "", "\(row.setting)")
    }
    #expect(machine.aucat("search", "hall", "--locale", "de", setting: ["LC_ALL": "sv"]).text == german)
    #expect(machine.aucat("search", "tag == Hall", "--locale", "de").text == german)
  }
}
