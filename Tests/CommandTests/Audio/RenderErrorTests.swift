import TestSupport
import Testing

/// Commands that ask for something missing: the error is one line, and no file is written.
@Suite struct RenderErrorTests {
  let studio = Studio()

  @Test(
    "status and words",
    arguments: [
      (["--through", "urn:nosuch"], 1, "no component has the URI or name `urn:nosuch`"),
      (["--through", "Gain sterio"], 1, "did you mean `Gain stereo`?"),
      (["--through", "name == 'nosuch'"], 1, "nothing matches `name == 'nosuch'`"),
      (["--through", "name =="], 1, "name =="),
      (["--through", "./nosuch.lv2"], 1, "`./nosuch.lv2` is a path, not a component; there is no such bundle"),
      (["--through", "nosuch.so"], 1, "`nosuch.so` is a path, not a component; there is no such bundle"),
      (["--through", "/"], 1, "`/` is a path, not a component; put the bundle where hosts look, such as ~/.lv2"),
      (["--through", "Gain stereo", "--preset", "nosuch"], 2, "Gain stereo has no preset `nosuch`; it has `"),
      (["--through", "Gain mono", "--preset", "Half"], 2, "Gain mono has no preset `Half`; it has none"),
      (
        ["--through", "Gain stereo", "--set", "gian=1"], 2, "Gain stereo has no parameter `gian`; did you mean `gain`?"
      ),
      (["--through", "Gain stereo", "--set", "in_left=1"], 2, "Gain stereo has no parameter `in_left`"),
      (["--through", "Gain stereo", "--set", "gain"], 2, "a setting is SYMBOL=VALUE, not `gain`"),
      (["--through", "Gain stereo", "--set", "=1"], 2, "a setting is SYMBOL=VALUE, not `=1`"),
      (["--through", "Gain stereo", "--set", "gain="], 2, "`gain` of Gain stereo has no value ``; it takes a number"),
      (["--through", "Gain stereo", "--set", "gain=loud"], 2, "has no value `loud`; it takes a number"),
      (["--through", "Gain stereo", "--set", "gain=yes"], 2, "has no value `yes`; it takes a number"),
      (["--through", "Gain stereo", "--set", "gain=1,5"], 2, "has no value `1,5`"),
      (["--through", "Gain stereo", "--set", "gain=0x1"], 2, "has no value `0x1`"),
      (["--through", "Gain stereo", "--set", "gain=nan"], 2, "has no value `nan`"),
      (["--through", "Gain stereo", "--set", "gain=2.5"], 2, "`gain` has values from 0 to 2, not 2.5"),
      (["--through", "Gain stereo", "--set", "gain=-0.1"], 2, "`gain` has values from 0 to 2, not -0.1"),
      (["--through", "Gain stereo", "--set", "gain=1e99"], 2, "gain"),
      (["--through", "Toggles", "--set", "enumeration=Nosuch"], 2, "it takes a number, or `Low`, `Middle`, `High`"),
      (["--through", "Three in"], 2, "Three in (urn:aucat:test:three-in): it has 3 audio inputs"),
      (
        ["--through", "Live"], 2,
        "and there is none; `aucat live` plays it; the most similar one that needs none: "
      ),
      (["--through", "Unknown feature"], 2, "requires urn:aucat:test:nosuch"),
      (
        ["--through", "Power of two", "--block", "500"], 2, "its block length must be a power of two, not 500; try 512"
      ),
      (
        ["--through", "Side chain", "--side-chain", "x"], 2,
        "--side-chain does not take `x`; use one of silence, input"
      ),
      (["--preset", "Half", "--through", "Gain stereo"], 2, "--preset belongs to a --through before it"),
      (["--bypass", "--through", "Gain stereo"], 2, "--bypass belongs to a --through before it"),
      (["--chain", "x.json", "--bypass"], 2, "--bypass belongs to a --through"),
      (["--chain", "x.json", "--through", "Gain stereo"], 2, "--chain and --through can't be combined"),
      (["--downmix"], 2, "--compensate-measured need --through or --chain"),
      (["--split"], 2, "--compensate-measured need --through or --chain"),
      (["--through", "Gain stereo", "--downmix", "--split"], 2, "--downmix and --split can't be combined"),
      (
        ["--through", "Gain stereo", "--compensate-measured", "--no-latency-compensation"], 2,
        "--compensate-measured and --no-latency-compensation can't be combined"
      ),
      (
        ["--through", "Mono to stereo"], 2,
        "has 2 audio channels; --downmix mixes the file to its inputs, --split runs it once for each channel"
      ),
      (
        ["--through", "Gain stereo", "--through", "Mono to stereo"], 2,
        "has 2 audio channels; --split runs it once for each channel"
      ),
      (["--through", "Gain stereo", "--block", "0"], 2, "--block takes"),
      (["--through", "Gain stereo", "--block", "65537"], 2, "--block takes"),
      (["--through", "Gain stereo", "--timeout", "0"], 2, "--timeout takes"),
      (["--through", "Gain stereo", "--timeout", "nan"], 2, "--timeout takes"),
      (["--through", "Gain stereo", "--tail", "nan"], 2, "--tail takes a number of seconds, or auto"),
      (["--through", "Gain stereo", "--tail=-1"], 2, "--tail takes a number of seconds, or auto"),
      (["--through", "Gain stereo", "--tail", "inf"], 2, "--tail takes a number of seconds, or auto"),
      (["--through", "Gain stereo", "--tail", "AUTO"], 2, "--tail takes a number of seconds, or auto"),
      (["--through", "Gain stereo", "--encoding", "mp3"], 2, "no encoding mp3; it has float32"),
    ] as [([String], Int32, String)])
  func refused(words: [String], status: Int32, saying: String) {
    studio.render(words).expectRefusal(status, saying: saying)
    #expect(studio.results == [])
  }

  @Test func severalComponentsAreListed() {
    let run = studio.render("--through", "name contains 'Gain '")
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors.hasPrefix("aucat: 2 components match `name contains 'Gain '`; use one of these names"), "\(run.errors)"
    )
    #expect(run.errors.contains("\n  'Gain mono'") && run.errors.contains("\n  'Gain stereo'"), "\(run.errors)")
    let many = studio.render("--through", "name != x")
    #expect(many.status == 2 && many.errors.contains("\n  and "), "\(many.errors)")
    #expect(studio.results == [])
  }

  @Test("a path to a bundle, or into one, lists the components in it")
  func paths() {
    let bundle = Studio.machine.folder("lv2/\(TestPlugins.bundle)")
    for path in [bundle, bundle + "/", bundle + "/manifest.ttl", bundle + "/plugins.so"] {
      let run = studio.render("--through", path)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(
        run.errors.hasPrefix("aucat: `\(path)` is a path, not a component; use one of these names:\n"),
        "\(run.errors)")
      #expect(run.errors.contains("\n  '") && run.errors.contains("\n  and "), "\(run.errors)")
    }
    _ = studio.shell(#"ln -s "\#(bundle)" near.lv2"#)
    let run = studio.shell(#""$aucat" render in.wav out.wav --through ./near.lv2; "$aucat" info ./near.lv2"#)
    #expect(run.errors.split(separator: "\n").count { $0.contains("`./near.lv2` is a path") } == 2, "\(run.errors)")
  }

  @Test(
    "a format's limits are named before anything is rendered",
    .enabled(if: InstalledSoundFile.isThere, "libsndfile1 is not installed"))
  func limits() {
    studio.write(.stereo, to: "in.wav", rate: 44_100)
    let opus = studio.render("--through", "Gain stereo", "--encoding", "opus", to: "out.ogg")
    opus.expectRefusal(2, saying: "Opus has sample rates of 8000, 12000, 16000, 24000 or 48000 Hz, not 44100")
    #expect(!opus.errors.contains("permissions"))
    studio.write(.steps(100, channels: 9), to: "in.wav")
    studio.render("--through", "Gain mono", to: "out.flac").expectRefusal(
      2, saying: "FLAC has up to 8 channels, not 9; write .wav")
    #expect(studio.results == [])
  }

  @Test func severalPresetsAreListed() {
    let run = studio.render("--through", "Gain stereo", "--preset", "same")
    #expect(
      run.status == 2 && run.errors.hasPrefix("aucat: 2 presets of Gain stereo are named `same`"), "\(run.errors)")
    #expect(run.errors.contains("  urn:aucat:test:preset:same-first  Same\n"))
  }

  @Test(
    "inputs that are no sound",
    arguments: [
      ("nosuch.wav", 3, "nosuch.wav"), ("text.wav", 2, "text.wav"), ("folder", 2, "folder"),
      ("empty.wav", 2, "empty.wav"),
      ("pipe", 2, "pipe"), ("", 3, " does not exist"),
    ] as [(String, Int32, String)])
  func inputs(name: String, status: Int32, words: String) {
    studio.folder.write("not audio", to: "text.wav")
    studio.folder.write("", to: "empty.wav")
    _ = studio.shell("mkdir folder; mkfifo pipe")
    studio.shell(#""$aucat" render "$1" out.wav --through 'Gain stereo'"#, [:], [name]).expectRefusal(
      status, saying: words)
    #expect(!studio.results.contains("out.wav"))
  }

  @Test(
    "outputs that can't be",
    arguments: [
      ("out", 2, "doesn't end in the extension of an audio file ("), ("out.xyz", 2, "(.wav "),
      (
        "nosuch/out.wav", 3,
        "nosuch/out.wav can't be written: its folder does not exist; create it, or name another file"
      ), ("folder.wav", 3, "folder.wav"), ("in.wav/out.wav", 3, "in.wav/out.wav"),
      ("", 2, "extension"), (".wav", 0, ""),
    ] as [(String, Int32, String)])
  func outputs(name: String, status: Int32, words: String) {
    _ = studio.shell("mkdir folder.wav")
    let run = studio.shell(#""$aucat" render in.wav "$1" --through 'Gain stereo'"#, [:], [name])
    #expect(status == 0 ? run.status == 0 : run.refuses(status, saying: words), "\(run.status) \(run.errors)")
    #expect(studio.results.filter { $0.contains("unfinished") } == [])
  }

  @Test func aLongNameIsANameToo() {
    let name = String(repeating: "x", count: 251) + ".wav"
    let run = studio.render("--through", "Gain stereo", to: name)
    #expect(run.status == 0 && studio.results == [name], "\(run.errors)")
  }
}
