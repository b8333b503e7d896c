import Foundation
import TestSupport
import Testing

/// `aucat import --from ardour`: what a person has told Ardour comes, as often as it is imported, and nothing is lost.
@Suite struct ArdourImportTests {
  let machine = Machine([Bundle(name: "a", plugins: [.hall]), Bundle(name: "b", plugins: [.arpeggiator])])
  private let hall = Plugin.hall.uri

  private static let tags = """
    <?xml version="1.0" encoding="UTF-8"?>
    <PluginTags>
      <Plugin type="LV2" id="urn:test:hall" tags="halls stage" name="Great Hall" user-set="1"/>
      <Plugin type="LV2" id="urn:test:gone" tags="halls" name="Gone" user-set="1"/>
      <Plugin type="LV2" id="urn:test:arp" tags="midi arp" name="Arp"/>
      <Plugin type="LXVST" id="77" tags="synth" name="VST" user-set="1"/>
    </PluginTags>

    """
  private static let statuses = "LV2 Favorite urn:test:hall\nLV2 Hidden urn:test:arp\nLADSPA Favorite 1234\n"
  private static let stats = """
    <?xml version="1.0" encoding="UTF-8"?>
    <PluginStats>
      <Plugin type="LV2" id="urn:test:hall" lru="1732127400" use-count="12"/>
      <Plugin type="VST3" id="ABC" lru="1732127400" use-count="2"/>
    </PluginStats>

    """

  /// Writes what an Ardour has written, and gives its configuration folder.
  @discardableResult
  private func writeArdour(
    _ version: Int = 8, tags: String? = Self.tags, statuses: String? = Self.statuses, stats: String? = Self.stats,
    folder: String = "plugin_metadata/"
  ) -> String {
    let base = "home/.config/ardour\(version)"
    machine.folder.write("<config/>", to: base + "/config")
    for (name, text) in [("plugin_tags", tags), ("plugin_statuses", statuses), ("plugin_stats", stats)] {
      if let text { machine.folder.write(text, to: "\(base)/\(folder)\(name)") }
    }
    return machine.folder(base)
  }

  private func checkContent() {
    #expect(machine.aucat("tag", "list", hall).lines == ["halls", "stage"])
    #expect(machine.aucat("tag", "list", "urn:test:gone").lines == ["halls"], "an uninstalled one keeps its tags")
    #expect(machine.aucat("tag", "list", Plugin.arpeggiator.uri).status == 1, "Ardour's own tags stay out")
    #expect(machine.aucat("search", "--format", "uri", "favorite == yes").lines == [hall])
    #expect(machine.aucat("search", "--format", "uri", "hidden == yes").lines == [Plugin.arpeggiator.uri])
    let info = machine.aucat("info", hall)
    #expect(info.lines.contains("used            12 times, last 2024-11-20"), "\(info.text)")
    #expect(machine.aucat("info", "--json", hall).text.contains(#""uses":12,"lastUsed":"2024-11-20T18:30:00Z""#))
  }

  @Test func everythingComesOnceHoweverOftenItIsImported() {
    let folder = writeArdour()
    let first = machine.aucat("import", "--from", "ardour", folder)
    #expect(first.text == "\(folder): 3 tags, 1 favourite, 1 hidden plugin, 1 use count; all of them new\n")
    #expect(first.status == 0)
    #expect(
      first.errors == """
        aucat: skipped 3 entries for other plugin formats: aucat knows LV2 only
        aucat: skipped the tags of 1 plugin: they came with Ardour and are not yours

        """)
    checkContent()
    let exported = machine.aucat("export").text
    #expect(exported.hasPrefix("{\"aucat\":\"user data\",\"version\":3}\n"))
    let second = machine.aucat("import", "--from", "ardour", folder + "/")
    #expect(second.text.hasSuffix("; none of them new\n") && second.status == 0)
    #expect(machine.aucat("export").text == exported)
    machine.folder.write(exported, to: "a.jsonl")
    #expect(
      machine.aucat("import", "--replace", machine.folder("a.jsonl")).text
        == "replaced your data with 3 tags, 1 favourite, 1 hidden plugin, 1 use count\n")
    #expect(machine.aucat("export").text == exported)
  }

  @Test func replacingByAnOldExportDeletesNothingThatItCannotHave() {
    #expect(machine.aucat("import", "--from", "ardour", writeArdour()).status == 0)
    #expect(machine.aucat("saved", "add", "halls", "tag == halls").status == 0)
    func old(_ version: Int) -> String {
      "{\"aucat\":\"user data\",\"version\":\(version)}\n{\"kind\":\"favorite\",\"uri\":\"urn:other\"}\n"
    }
    let first = machine.aucat("import", "--replace", "-", input: old(1))
    #expect(first.status == 0 && first.text == "replaced your data with 1 favourite\n")
    #expect(first.errors.contains("your use counts stay, because "), "\(first.errors)")
    let exported = machine.aucat("export").text
    #expect(exported.contains("\"kind\":\"use\"") && !exported.contains("\"halls\""))
    #expect(!exported.contains("\"kind\":\"tag\"") && exported.contains("urn:other"))
    let second = machine.aucat("import", "--replace", "-", input: old(2))
    #expect(
      second.errors.contains("your use counts stay, because ") && second.errors.contains("version 2"),
      "\(second.errors)")
    #expect(machine.aucat("export").text.contains("\"kind\":\"use\""))
    #expect(machine.aucat("import", "--replace", "-", input: old(3)).errors == Child.undoNote)
    #expect(!machine.aucat("export").text.contains("\"kind\":\"use\""))
  }

  @Test func nothingThatIsHereGoes() {
    #expect(machine.aucat("tag", "add", hall, "Two Words", "HALLS").status == 0)
    #expect(machine.aucat("hide", hall).status == 0)
    let folder = writeArdour()
    #expect(machine.aucat("import", "--from", "ardour", folder).text.hasSuffix("; 5 of them new\n"))
    #expect(machine.aucat("tag", "list", hall).lines == ["HALLS", "stage", "Two Words"])
    // Ardour has begun to count anew, and lost a favourite.
    writeArdour(
      statuses: "LV2 Normal urn:test:hall\n",
      stats: Self.stats.replacing("\"12\"", with: "\"2\"").replacing("173", with: "183"))
    #expect(machine.aucat("import", "--from", "ardour", folder).text.hasSuffix("1 use count; 1 of them new\n"))
    let info = machine.aucat("info", "--json", hall).text
    #expect(info.contains("\"uses\":12,\"lastUsed\":\"2028-01-22T04:16:40Z\""), "\(info)")
    #expect(info.contains("\"favorite\":true,\"hidden\":true"))
  }

  @Test func theFileIsAFolderOrOneOfTheFilesAndOtherwiseTheNewest() {
    let all = "3 tags, 1 favourite, 1 hidden plugin, 1 use count"
    machine.aucat("import", "--from", "ardour").expectRefusal(1, saying: machine.folder("home/.config/ardour*"))
    writeArdour(9, tags: nil, statuses: nil, stats: nil)
    writeArdour(10, tags: nil, statuses: nil)
    let folder = writeArdour(8)
    let newest = machine.aucat("import", "--from", "ardour").text
    #expect(
      newest.hasPrefix(machine.folder("home/.config/ardour10") + ": 1 use count; new"))
    let table = [
      (folder, all), (folder + "/plugin_metadata", all),
      (folder + "/plugin_metadata/plugin_tags", "3 tags"),
      (folder + "/plugin_metadata/plugin_statuses", "1 favourite, 1 hidden plugin"),
      (machine.folder.write(Self.tags, to: "saved.xml"), "3 tags"),
    ]
    for (path, counts) in table {
      let run = machine.aucat("import", "--from", "ardour", path)
      #expect(run.text.hasPrefix("\(path): \(counts); ") && run.status == 0, "\(run.errors)")
    }
    #expect(machine.aucat("import", "--from", "ardour", "-", input: Self.stats).text == "-: 1 use count; not new\n")
    let other = ["XDG_CONFIG_HOME": machine.folder("elsewhere")]
    machine.aucat(["import", "--from", "ardour"], setting: other).expectRefusal(1, saying: "elsewhere/ardour*")
    let old = writeArdour(5, tags: nil, stats: nil, folder: "")
    #expect(machine.aucat("import", "--from", "ardour", old).text.contains("1 favourite"))
  }

  @Test func badUsageSaysTheRemedy() {
    let folder = writeArdour()
    let empty = machine.folder("lv2")
    let table: [(arguments: [String], status: Int32, says: String)] = [
      (["--from", "ardour", "--replace", folder], 2, "leave it out"), ([], 2, "name the file"),
      (["--from", "aucat"], 2, "name the file"),
      (["--from", "ardor", folder], 2, "did you mean `ardour`?"),
      ([folder], 3, "`--from ardour` reads"), (["--from", "ardour", empty], 2, "plugin_tags, plugin_statuses"),
      (["--from", "ardour", folder + "/nosuch"], 3, "No such file"),
      (["--from", "ardour", folder + "/config"], 2, "`config`, which is not one of Ardour's"),
    ]
    for row in table {
      machine.aucat(["import"] + row.arguments).expectRefusal(row.status, saying: row.says, "\(row.arguments)")
    }
    #expect(machine.aucat("tags", "--user").lines.isEmpty)
  }

  static let broken: [(file: String, text: String, says: String)] = [
    ("plugin_tags", "<PluginTags>\n<Plugin type=\"LV2\"", "plugin_tags is not one of Ardour's files: line 2: "),
    ("plugin_stats", "<PluginStats>\n\n</PluginTags>", "plugin_stats is not one of Ardour's files: line 3: "),
    ("plugin_statuses", "LV2 Favorite urn:x\nnonsense\n", "plugin_statuses is not one of Ardour's files: line 2: "),
    ("plugin_stats", "<!DOCTYPE l [<!ENTITY a \"b\">]><PluginStats/>", "a document type is not read"),
    ("plugin_statuses", "LV2 Favorite urn:\0", "control character"),
  ]

  @Test("a broken file changes not a byte of the store", arguments: broken.indices)
  func keepsTheStore(index: Int) {
    let row = Self.broken[index]
    let folder = writeArdour()
    #expect(machine.aucat("tag", "add", hall, "mine").status == 0)
    let store = machine.folder("home/.local/share/aucat/user.sqlite")
    let before = Child.contents(store)
    machine.folder.write(row.text, to: "home/.config/ardour8/plugin_metadata/\(row.file)")
    let run = machine.aucat("import", "--from", "ardour", folder)
    #expect(run.refuses(2, saying: row.says) && run.errors.contains("nothing was changed"), "\(run.errors)")
    #expect(Child.contents(store) == before && !before.isEmpty)
  }

  @Test(.endsIfItHangs) func aFileWithoutEndIsRefusedAtOnce() {
    let run = machine.aucat("import", "--from", "ardour", "/dev/zero")
    run.expectRefusal(2, saying: "larger than 16 MiB")
    let large = machine.shell(
      #"truncate -s 200M "$folder/plugin_tags"; "$aucat" import --from ardour "$folder/plugin_tags""#)
    large.expectRefusal(2, saying: "larger than 16 MiB")
    #expect(run.processorTime + large.processorTime < .runaway)
  }

  @Test func whatCanNotBeTakenIsNamedAndTheRestComes() {
    let long = String(repeating: "x", count: 1_001)
    let entries = (0..<12).map { "<Plugin type=\"LV2\" id=\"urn:\($0)\" tags=\"\(long) good\" user-set=\"1\"/>\n" }
    let folder = writeArdour(tags: "<PluginTags>\n\(entries.joined())</PluginTags>", statuses: nil, stats: nil)
    let run = machine.aucat("import", "--from", "ardour", folder)
    #expect(run.status == 4)
    #expect(run.text.hasSuffix(": 12 tags; all of them new\n"))
    #expect(run.errors.hasPrefix("aucat: plugin_tags: line 2: urn:0: the tag `xxxxxxxxxxxxxxxxxxxx…` has 1001 bytes"))
    #expect(run.errors.hasSuffix("aucat: skipped 2 more entries\n"))
    #expect(machine.aucat("tag", "list", "urn:11").lines == ["good"])
  }

  @Test func importsAndTagsAtTheSameTimeAreAllThere() {
    writeArdour()
    let run = machine.shell(
      #"""
      { for writer in 1 2 3 4; do
        ( for n in 1 2 3 4 5; do "$aucat" tag add urn:test:hall "w$writer-$n" && echo "w$writer-$n"; done ) &
        ( for n in 1 2 3; do "$aucat" import --from ardour >/dev/null 2>>"$folder/errors" || echo "import failed"; done ) &
      done
      } | cat
      """#)
    #expect(run.errors == "", "\(run.errors)")
    let acknowledged = Set(run.lines)
    #expect(acknowledged.count == 20 && !acknowledged.contains("import failed"))
    #expect(Set(machine.aucat("tag", "list", hall).lines) == acknowledged.union(["halls", "stage"]))
    #expect(machine.aucat("import", "--from", "ardour").text.hasSuffix("; none of them new\n"))
  }
}
