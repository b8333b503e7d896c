import Foundation
import TestSupport
import Testing

/// `aucat export --to ardour`: Ardour gets tags and marks, and loses nothing.
@Suite struct ArdourExportTests {
  let machine = Machine([Bundle(name: "a", plugins: [.hall]), Bundle(name: "b", plugins: [.arpeggiator])])
  private let hall = Plugin.hall.uri
  private var folder: String { machine.folder("home/.config/ardour8") }

  private static let tags = """
    <?xml version="1.0" encoding="UTF-8"?>
    <PluginTags>
      <Plugin type="LV2" id="urn:test:hall" tags="stage" name="Great Hall" user-set="1"/>
      <Plugin type="LXVST" id="77" tags="synth" name="VST" user-set="1"/>
    </PluginTags>

    """

  private func fill() {
    machine.folder.write(Self.tags, to: "home/.config/ardour8/plugin_metadata/plugin_tags")
    machine.aucat("tag", "add", hall, "Drum bus", "stage").expectDone()
    machine.aucat("favorite", hall).expectDone()
    machine.aucat("hide", Plugin.arpeggiator.uri).expectChanged()
  }

  private func content(_ name: String) -> String {
    String(decoding: Child.contents("\(folder)/plugin_metadata/\(name)"), as: UTF8.self)
  }

  @Test func ardourGetsAllAndKeepsItsOwn() throws {
    fill()
    let run = machine.aucat("export", "--to", "ardour")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let names = machine.folder.names(in: "home/.config/ardour8/plugin_metadata").sorted()
    #expect(names.count == 3 && names.contains { $0.hasPrefix("plugin_tags.before-") }, "\(names)")
    let copy = try #require(names.first { $0.hasPrefix("plugin_tags.before-") })
    #expect(
      run.text == """
        wrote \(folder)/plugin_metadata/plugin_tags and \(folder)/plugin_metadata/plugin_statuses; \
        the former version is kept as \(folder)/plugin_metadata/\(copy)

        """)
    #expect(content(copy) == Self.tags)
    #expect(content("plugin_tags") == Self.tags.replacing("\"stage\"", with: "\"stage drum_bus\""))
    #expect(content("plugin_statuses") == "LV2 Hidden urn:test:arp\nLV2 Favorite urn:test:hall\n")
    let again = machine.aucat("export", "--to", "ardour", folder)
    #expect(again.text == "\(folder) is already up to date\n" && again.status == 0)
    #expect(machine.folder.names(in: "home/.config/ardour8/plugin_metadata").sorted() == names)
  }

  @Test func whatAKilledExportHasLeftIsRemoved() {
    fill()
    let living = "plugin_tags.before-1.\(ProcessInfo.processInfo.processIdentifier)-7.unfinished"
    let others = [living, "plugin_tags.before-1", "notes.before-1.999999999-7.unfinished"]
    for name in others + ["plugin_tags.before-1.999999999-7.unfinished", "plugin_tags.999999999-7.unfinished"] {
      machine.folder.write("x", to: "home/.config/ardour8/plugin_metadata/\(name)")
    }
    #expect(machine.aucat("export", "--to", "ardour").status == 0)
    let names = machine.folder.names(in: "home/.config/ardour8/plugin_metadata")
    #expect(
      names.filter { $0.contains("before-1.") || $0.hasSuffix("unfinished") || $0.hasSuffix("-1") }.sorted()
        == others.sorted())
  }

  @Test func whatComesBackIsSpelledAsHere() {
    fill()
    let before = machine.aucat("export").text
    #expect(machine.aucat("export", "--to", "ardour").status == 0)
    let run = machine.aucat("import", "--from", "ardour")
    #expect(run.text.hasSuffix("2 tags, 1 favourite, 1 hidden plugin; none of them new\n"), "\(run.text)")
    #expect(machine.aucat("export").text == before)
    machine.aucat("tag", "remove", hall, "Drum bus").expectChanged()
    #expect(machine.aucat("import", "--from", "ardour").status == 0)
    #expect(machine.aucat("tag", "list", hall).lines == ["drum_bus", "stage"], "it is here no more")
  }

  @Test func twoFilesChangeOrNone() {
    fill()
    machine.folder.write("nonsense\n", to: "home/.config/ardour8/plugin_metadata/plugin_statuses")
    machine.aucat("export", "--to", "ardour").expectRefusal(
      2, saying: "plugin_statuses is not one of Ardour's files: line 1")
    #expect(content("plugin_tags") == Self.tags)
    #expect(machine.folder.names(in: "home/.config/ardour8/plugin_metadata").count == 2)
    machine.folder.remove("home/.config/ardour8/plugin_metadata/plugin_statuses")
    mkfifo("\(folder)/plugin_metadata/plugin_statuses", 0o600)
    machine.aucat("export", "--to", "ardour").expectRefusal(3, saying: "is not a regular file; move it away")
    #expect(content("plugin_tags") == Self.tags)
  }

  @Test func theFolderIsTheNewestUnlessItIsNamed() {
    fill()
    machine.folder.write("<config/>", to: "home/.config/ardour10/config")
    #expect(machine.aucat("export", "--to", "ardour").text.contains("/ardour10/plugin_metadata/plugin_tags and "))
    #expect(content("plugin_tags") == Self.tags)
    #expect(machine.aucat("export", "--to", "ardour", folder + "/plugin_metadata").status == 0)
    #expect(content("plugin_tags").contains("drum_bus"))
    machine.aucat("export", "--to", "ardour", folder + "/nosuch").expectRefusal(2, saying: "is not a folder")
    let elsewhere = ["XDG_CONFIG_HOME": machine.folder("elsewhere")]
    machine.aucat(["export", "--to", "ardour"], setting: elsewhere).expectRefusal(
      1, saying: "elsewhere/ardour*; start Ardour once")
    machine.aucat("export", "--to", "ardor").expectRefusal(2, saying: "did you mean `ardour`?")
  }

  @Test(.endsIfItHangs) func aRunningArdourWouldOverwriteIt() {
    fill()
    machine.shell(
      #"""
      cp "$(command -v sleep)" "$folder/ardour-8.2"; ardour=$("$folder/ardour-8.2" 60 >/dev/null & echo $!)
      until grep -qs ardour /proc/$ardour/comm; do sleep 0.05; done
      "$aucat" export --to ardour; status=$?
      # No other test should see it.
      kill $ardour; while grep -qs ardour /proc/$ardour/comm; do sleep 0.05; done
      exit $status
      """#
    ).expectRefusal(3, saying: "Ardour is running and would overwrite the export; quit it")
    #expect(content("plugin_tags") == Self.tags)
  }

  @Test func whatCanNotBeWrittenIsNamed() {
    fill()
    machine.folder.remove("home/.config/ardour8/plugin_metadata")
    machine.folder.write("", to: "home/.config/ardour8/plugin_metadata")
    machine.aucat("export", "--to", "ardour").expectRefusal(
      3, saying: "plugin_tags can't be written (Not a directory); it is unchanged")
  }
}
