import TestSupport
import Testing

/// What `aucat render` takes beside one file.
@Suite struct SoundInputTests {
  let studio = Studio()

  private func render(_ words: String..., to output: String = "out.wav") -> Child {
    studio.shell(#"exec "$aucat" render "$@""#, [:], words + [output])
  }

  @Test(
    "tones, noise and silence have the length that is asked for, exactly",
    arguments: [
      (["tone:440", "--for", "2"], 96_000), (["noise:pink", "--for", "0.5", "--rate", "44100"], 22_050),
      (["silence:1.5"], 72_000), (["tone:saw:110,seconds=0.25,level=-6", "silence:0.25"], 24_000),
      (["tone:square:440", "--for", "0"], 0),
    ])
  func lengths(words: [String], frames: Int) {
    let run = studio.shell(#"exec "$aucat" render "$@""#, [:], words + ["out.wav"])
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(studio.sound()?.channels.map(\.count) == [frames, frames])
  }

  @Test("three files in a sequence are the file that was made of them")
  func sequence() throws {
    for (name, start) in [("a", 0), ("b", 3_000), ("c", 7_999)] {
      let end = ["a": 3_000, "b": 7_999, "c": 8_000][name] ?? 0
      studio.write(Sound(channels: Sound.stereo.channels.map { Array($0[start..<end]) }), to: name + ".wav")
    }
    #expect(render("a.wav", "b.wav", "c.wav").status == 0)
    #expect(studio.sound() == .stereo)
    #expect(
      render("a.wav", "b.wav", "c.wav", Studio.through("gain-stereo"), "--set", "gain=0.5", to: "half.wav").status == 0)
    #expect(studio.sound("half.wav") == Sound.stereo.times(0.5))
    let mixed = render("a.wav", "in.wav", "--mix", to: "mix.wav")
    #expect(mixed.status == 0, "\(mixed)")
    let expected = Sound.stereo.channels.map { channel in channel.enumerated().map { $0 < 3_000 ? $1 + $1 : $1 } }
    #expect(studio.sound("mix.wav")?.channels == expected)
  }

  @Test("a file that can't be read is left out of a sequence, and the status says so")
  func leftOut() {
    studio.folder.write("no sound", to: "notes.txt")
    let run = render("in.wav", "nosuch.wav", "notes.txt", "in.wav")
    #expect(run.status == 4, "\(run)")
    #expect(run.errors.contains("nosuch.wav is left out: nosuch.wav does not exist"), "\(run.errors)")
    #expect(run.errors.contains("notes.txt is left out: notes.txt is not an audio file"), "\(run.errors)")
    #expect(studio.sound()?.channels[0].count == 16_000)
    let none = render("nosuch.wav", "notes.txt", to: "none.wav")
    #expect(none.status == 3 && none.errors.hasSuffix("aucat: nosuch.wav does not exist; check its name\n"), "\(none)")
    // At once, each is needed; alone, too.
    #expect(render("in.wav", "nosuch.wav", "--mix", to: "none.wav").status == 3)
    #expect(render("nosuch.wav", to: "none.wav").status == 3)
    #expect(!studio.results.contains("none.wav"))
  }

  @Test("a glob does not destroy its last file")
  func glob() {
    _ = studio.shell("cp in.wav a.wav; cp in.wav b.wav")
    let run = studio.shell(#"exec "$aucat" render *.wav"#)
    #expect(run.refuses(2, saying: "in.wav exists; name another file, or add --force"), "\(run)")
    let same = studio.shell(#"exec "$aucat" render b.wav in.wav ./in.wav"#)
    #expect(same.refuses(2, saying: "./in.wav is the input"), "\(same)")
    #expect(studio.shell("cmp in.wav a.wav").status == 0)
  }

  @Test("a file may have the name of a tone")
  func names() {
    _ = studio.shell("cp in.wav tone:440")
    #expect(render("./tone:440").status == 0)
    #expect(studio.sound() == .stereo)
  }

  @Test("a file is resampled to another rate, and channels follow the widest file")
  func conversions() {
    #expect(render("in.wav", "--rate", "16000").status == 0)
    #expect(studio.sound()?.channels.map(\.count) == [16_000, 16_000])
    studio.write(.steps(500, channels: 1), to: "mono.wav", rate: 8_000)
    #expect(render("mono.wav", "in.wav", to: "two.wav").status == 0)
    #expect(studio.sound("two.wav")?.channels.map(\.count) == [8_500, 8_500])
    #expect(render("in.wav", "tone:440", "--mix", "--for", "1", to: "tone.wav").status == 0)
    #expect(studio.sound("tone.wav")?.channels[0].count == 8_000)
  }

  @Test(
    "what can't be played says why",
    arguments: [
      (["tone:440"], "`tone:440` has no end; add --for SECONDS, or write tone:440,seconds=2"),
      (["tone:440", "in.wav", "--for", "3"], "what follows would not be heard"),
      (["tone:9", "--for", "1"], "at least 10 Hz"),
      (["tone:a", "--for", "1"], "at least 10 Hz"),
      (["tone:sinus:440", "--for", "1"], "one of sine, saw, square, triangle"),
      (["tone:440,loud=1", "--for", "1"], "`loud=1` is not one of level=NUMBER"),
      (["noise:red", "--for", "1"], "white, pink"),
      (["silence:x"], "0 to 86400 seconds"), (["tone:440,level=99", "--for", "1"], "-200 to 24 dBFS"),
      (["in.wav", "--mix"], "--mix needs several inputs"),
      (["in.wav", "--notes", "C4"], "--notes replaces the inputs"),
      (["--notes", "C4"], "notes need an instrument"),
      (["--notes", "C4", "--through", "Gain stereo"], "takes no MIDI"),
      (["--notes", "C4", "--through", "MIDI through"], "MIDI through makes no sound; an instrument comes first"),
      (["in.wav", "--through", "MIDI through"], "so nothing would be heard after it"),
      (["--notes", "H4", "--through", "Organ"], "`H4` is not a note"), ([], "missing expected argument '<output>'"),
      (["in.wav", "--tail", "1"], "need --through or --chain"), (["in.wav", "--for", "-1"], "--for takes"),
      (["-", "-"], "standard input can only be read once"),
    ] as [([String], String)])
  func refused(words: [String], saying: String) {
    let run = studio.shell(#"exec "$aucat" render "$@""#, [:], words + ["out.wav"])
    run.expectRefusal(2, saying: saying)
    #expect(studio.results == [])
  }

  // MARK: MIDI

  /// A song of three notes, by bytes: a beat each at 120 beats a minute.
  private static let song: [UInt8] =
    Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + [0, 0, 0, 29]
    + [
      0, 0x90, 60, 100, 96, 60, 0, 0, 64, 100, 96, 64, 0, 0, 67, 100, 96, 67, 0, 0, 0xFF, 0x05, 2, 0x6C, 0x61, 0, 0xFF,
      0x2F, 0,
    ]

  @Test(
    "an instrument plays a MIDI file to its last note and tail, as notes and in any blocks",
    arguments: [[], ["--in-process"]])
  func instrument(words: [String]) throws {
    studio.folder.write(Self.song, to: "song.mid")
    let run = studio.shell(#"exec "$aucat" render song.mid out.wav --through Organ "$@""#, [:], words)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    let sound = try #require(studio.sound())
    // 1.5 s, and the organ's release of 2,400 frames.
    #expect((74_400..<75_500).contains(sound.channels[0].count))
    #expect(sound.channels[0].firstIndex { $0 != 0 } == 0 && sound.channels[0].lastIndex { $0 != 0 } == 74_399)
    for (others, name) in [(["--block", "64"], "blocks.wav"), (["--jobs", "1"], "jobs.wav")] {
      #expect(
        studio.shell(
          #"exec "$aucat" render song.mid "$0" --through Organ "$@""#.replacing("$0", with: name), [:], others
        ).status == 0)
      #expect(studio.sound(name) == sound, "\(name)")
    }
    #expect(render("--notes", "C4 E4 G4", "--through", "Organ", to: "notes.wav").status == 0)
    #expect(studio.sound("notes.wav") == sound)
  }

  @Test("what a chain sends is written to a MIDI file, which plays as it did")
  func midiOut() throws {
    studio.folder.write(Self.song, to: "song.mid")
    let run = render("song.mid", "--through", "Organ", "--midi-out", "sent.mid")
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(render("sent.mid", "--through", "Organ", to: "again.wav").status == 0)
    #expect(studio.sound("again.wav") == studio.sound())
    #expect(
      render("song.mid", "--through", "Organ", "--midi-out", "sent.mid", to: "x.wav").refuses(
        2, saying: "sent.mid exists"))
    let none = render("in.wav", "--through", "Gain stereo", "--midi-out", "none.mid", to: "y.wav")
    #expect(none.status == 0 && none.errors.contains("no component has sent MIDI"), "\(none)")
  }

  @Test("broken and endless songs are errors")
  func songs() {
    studio.folder.write(Self.song.dropLast(9), to: "cut.mid")
    #expect(
      render("cut.mid", "--through", "Organ").refuses(
        2, saying: "cut.mid can't be played: it ends too early, at byte 18"))
    #expect(render("nosuch.mid", "--through", "Organ").refuses(3, saying: "nosuch.mid can't be read"))
    #expect(render("cut.mid", "in.wav", "--through", "Organ").refuses(2, saying: "must be the only input"))
    let hours: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 1] + Array("MTrk".utf8) + [0, 0, 0, 14] + [
        0, 0x90, 60, 100, 0x81, 0x80, 0x80, 0, 0x80, 60, 0, 0, 0xFF, 0x2F,
      ] + [0]
    var file = hours
    file[21] = 15
    studio.folder.write(file, to: "hours.mid")
    #expect(render("hours.mid", "--through", "Organ").refuses(2, saying: "limit it with --for SECONDS"))
    let run = render("hours.mid", "--through", "Organ", "--for", "0.5", "--tail", "0")
    #expect(run.status == 0, "\(run)")
    #expect(studio.sound()?.channels[0].count == 24_000)
  }
}
