import TestSupport
import Testing

/// The words of a command line arrive whatever the system lacks, or they are refused.
@Suite struct ArgumentTests {
  let machine = Machine([Bundle(name: "hall", plugins: [.hall])])

  @Test(.enabled(if: Machine.has("cc"), "no C compiler is installed"))
  func aLibraryThatMovesTheEnvironmentTakesNoWordsAway() {
    let source = machine.folder.write(
      "#include <stdlib.h>\n__attribute__((constructor)) static void move(void) { setenv(\"MOVED\", \"1\", 1); }\n",
      to: "moving.c")
    let library = machine.folder("moving.so")
    #expect(machine.shell("cc -shared -fPIC -o \(library) \(source)").status == 0)
    machine.aucat("tag", "add", "Great Hall", "kept", setting: ["LD_PRELOAD": library]).expectDone()
    #expect(machine.aucat("tag", "list", "Great Hall", setting: ["LD_PRELOAD": library]).lines == ["kept"])
  }

  /// In a mount namespace of its own, with nothing in `/proc`.
  private func withoutProc(_ script: String) -> Child {
    machine.shell("exec unshare -m /bin/sh -c 'mount -t tmpfs none /proc && \(script)'")
  }

  private static var canHideProc: Bool {
    Machine([]).shell("unshare -m /bin/sh -c 'mount -t tmpfs none /proc'").status == 0
  }

  @Test(
    .enabled(if: canHideProc, "only root may hide /proc"),
    .enabled(if: Sanitizer.worksWithoutProc, "the sanitizer needs /proc"))
  func withoutProcEverythingWorks() {
    #expect(withoutProc(#""$aucat" scan --strict --json"#).text.contains(#""components":1"#))
    #expect(withoutProc(#""$aucat" tag add "Great Hall" kept"#).status == 0)
    #expect(withoutProc(#""$aucat" search --format uri "userTag == kept""#).lines == [Plugin.hall.uri])
    let swedish = withoutProc(#""$aucat" search --locale sv "tag == Reverb""#)
    #expect(swedish.text.contains("Effekt") && swedish.errors == "", "\(swedish.errors)")
    let render = withoutProc(#""$aucat" render nosuch.wav out.wav --through "Great Hall""#)
    #expect(render.errors.contains("nosuch.wav"), "\(render.errors)")
  }

  @Test func aWordThatIsNotUTF8IsRefused() {
    machine.shell(#"cd "$folder" && "$aucat" export "$(printf 'caf\351.jsonl')""#).expectRefusal(2, saying: "UTF-8")
    #expect(machine.shell(#"! ls "$folder" | grep caf"#).status == 0, "no other file was written")
  }

  /// Variables that lead to a store, with a path that is not UTF-8.
  @Test func aPathInTheEnvironmentThatIsNotUTF8IsRefused() {
    let ofStores = ["AUCAT_CATALOG", "AUCAT_USER_STORE", "AUCAT_RESULTS"]
    for variable in ["HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] + ofStores {
      machine.shell("export \(variable)=\"$folder/$(printf 'caf\\351')\"; exec \"$aucat\" search").expectRefusal(
        2, saying: variable, "\(variable)")
    }
    #expect(machine.shell(#"! ls "$folder" | grep caf"#).status == 0, "nothing was written elsewhere")
  }

  @Test func anEntryOfTheSearchPathThatIsNotUTF8IsSaid() {
    machine.aucat("scan").expectDone()
    let search = machine.shell(
      #"export LV2_PATH="$LV2_PATH:$folder/$(printf 'caf\351')"; exec "$aucat" search --count"#)
    #expect(search.text == "1\n" && search.status == 4)
    #expect(search.errors.contains("LV2_PATH") && search.errors.split(separator: "\n").count == 1, "\(search.errors)")
  }
}
