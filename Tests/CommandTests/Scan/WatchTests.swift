import TestSupport
import Testing

/// `aucat watch` beside other programs that change something.
@Suite(.endsIfItHangs) struct WatchTests {
  private let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  /// Runs a script while a watch goes on, until the script has found what it waits for; then prints the watch's lines.
  private func watching(_ script: String, setting: [String: String?] = [:]) -> Child {
    machine.shell(
      """
      out="$folder/lines"
      "$aucat" watch >"$out" & watch=$!
      # Waits for a line, at most 20 seconds.
      await() { n=0; until grep -q "$1" "$2"; do n=$((n + 1)); [ $n -lt 400 ] || exit 9; sleep 0.05; done; }
      sleep 0.5
      \(script)
      kill -TERM $watch
      while kill -0 $watch 2>/dev/null; do sleep 0.05; done
      cut -f 2-3 "$out"
      """, setting: setting)
  }

  @Test func aPluginThatIsInstalledAppearsInEveryOtherProgram() {
    verify(machine.aucat("scan").status, equals: 0)
    let run = watching(
      """
      "$aucat" watch >"$folder/others" & other=$!
      sleep 0.5
      cp -r "$folder/lv2/hall.lv2" "$folder/arp.lv2"
      sed -i s/urn:test:hall/urn:test:arp/g "$folder/arp.lv2"/*.ttl
      cp -r "$folder/arp.lv2" "$folder/lv2/"
      await added.*urn:test:arp "$folder/others"
      "$aucat" search --format uri 'uri == "urn:test:arp"'
      rm -r "$folder/lv2/arp.lv2"
      await removed.*urn:test:arp "$folder/others"
      kill -TERM $other
      while kill -0 $other 2>/dev/null; do sleep 0.05; done
      cut -f 2-3 "$folder/others"
      """)
    let changes = ["added\turn:test:arp", "removed\turn:test:arp"]
    verify(run.status == 0 && run.errors == "" && run.lines == ["urn:test:arp"] + changes + changes, "\(run)")
  }

  @Test func itWaitsForACatalogAndForDirectories() {
    let run = watching(
      """
      mkdir -p "$folder/later/lv2" && cp -r "$folder/lv2/hall.lv2" "$folder/later/lv2/"
      await added.*urn:test:hall "$out"
      """, setting: ["LV2_PATH": machine.folder("later/lv2")])
    verify(run.status == 0 && run.lines == ["added\turn:test:hall"], "\(run)")
  }

  @Test func whatItsScansCannotReadIsSaidOnce() {
    let run = machine.shell(
      #"ln -s loop "$folder/loop"; timeout 6 "$aucat" watch"#,
      setting: ["LV2_PATH": machine.folder("lv2") + ":" + machine.folder("loop")])
    let problem = "the directory \(machine.folder("loop")): too many levels of symbolic links"
    verify(
      run.errors.lowercased(), equals: "aucat: \(problem); the catalog keeps what it has of its bundles\n".lowercased())
    verify(run.lines.count == 1 && run.lines[0].contains("\tadded\t"), "\(run)")
  }

  @Test func onceItWaitsForTheNextChange() {
    verify(machine.aucat("scan").status, equals: 0)
    let run = machine.shell(
      #"""
      "$aucat" watch --once & watch=$!
      while kill -0 $watch 2>/dev/null; do "$aucat" favorite urn:test:hall; sleep 0.3; done
      wait $watch; echo $?
      """#)
    verify(run.lines.count == 2 && run.lines[0].contains("\tfavorite\t") && run.lines[1] == "0", "\(run)")
  }
}
