import TestSupport
import Testing

/// `aucat render` as a user types it.
@Suite struct RenderTests {
  let studio = Studio()

  @Test(arguments: [["--in-process"], []]) func aSoundGoesThroughComponents(words: [String]) {
    let run = studio.render(
      [Studio.through("gain-mono"), "--set", "gain=0.5", "--through", "name == 'Gain stereo'", "--set=gain=2"] + words)
    let chosen = "aucat: chose Gain stereo (urn:aucat:test:gain-stereo) for `name == 'Gain stereo'`\n"
    #expect(run.status == 0 && run.errors == chosen, "\(run.errors)")
    #expect(run.lines.count == 1 && run.text.hasPrefix("1.0 s in "), "\(run.text)")
    #expect(studio.sound() == .stereo)
    #expect(studio.results == ["out.wav"])
  }

  @Test(
    "preset, parameters and bypass belong to the component before them",
    arguments: [
      (["--preset", "Half"], 0.5), (["--preset", "urn:aucat:test:preset:same-second"], 0.75),
      (["--preset", "half", "--set", "gain=0.25"], 0.25), (["--set", "gain=0.25", "--preset", "half"], 0.25),
      (["--set", "gain=2", "--set", "gain=0.125"], 0.125), (["--set", "GAIN=0.5"], 0.5), (["--set", "gain=5e-1"], 0.5),
      (["--preset", "half", "--bypass"], 1),
      (["--preset", "half", Studio.through("gain-stereo"), "--set", "gain=0.5"], 0.25),
      (["--bypass", "--set", "gain=0", Studio.through("gain-stereo"), "--preset=double"], 2),
      (["--preset", "Unknown symbol"], 0.5),
    ] as [([String], Float)])
  func options(words: [String], factor: Float) {
    let run = studio.render([Studio.through("gain-stereo")] + words)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(studio.sound() == Sound.stereo.times(factor))
  }

  @Test func aSideChainIsSilenceOrTheInput() {
    for (words, factor) in [([], 1), (["--side-chain", "silence"], 1), (["--side-chain=input"], 2)]
      as [([String], Float)]
    {
      #expect(studio.render([Studio.through("side-chain")] + words).status == 0)
      #expect(studio.sound() == Sound.stereo.times(factor))
    }
  }

  @Test(arguments: [
    (1, "gain-mono"), (1, "mono-to-stereo"), (2, "stereo-to-mono"), (3, "three-in"), (6, "gain-mono"),
    (64, "gain-mono"),
  ])
  func channels(count: Int, name: String) {
    studio.write(.steps(3_000, channels: count), to: "in.wav")
    let run = studio.render(Studio.through(name))
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let after = name == "mono-to-stereo" ? 2 : name == "stereo-to-mono" ? 1 : count
    #expect(studio.sound()?.channels.count == after && studio.sound()?.channels.first?.count == 3_000)
  }

  @Test(
    "a stereo file goes through a component with one input: mixed, or once for each channel",
    arguments: [
      [], ["--in-process"],
    ])
  func monoEffects(words: [String]) throws {
    let (left, right) = (Sound.stereo.channels[0], Sound.stereo.channels[1])
    let mixed = zip(left, right).map { ($0 + $1) / 2 }
    #expect(studio.render([Studio.through("mono-to-stereo"), "--downmix"] + words).status == 0)
    #expect(studio.sound()?.channels == [mixed, mixed.map { -$0 }])
    #expect(studio.render([Studio.through("gain-mono"), "--downmix"] + words).status == 0)
    #expect(studio.sound()?.channels == [mixed])
    // The left instance's left output, and the right one's right output.
    #expect(studio.render([Studio.through("mono-to-stereo"), "--split"] + words).status == 0)
    #expect(studio.sound()?.channels == [left, right.map { -$0 }])
    // One with as many inputs as the file has channels is left alone.
    for option in ["--downmix", "--split"] {
      #expect(studio.render([Studio.through("gain-stereo"), option] + words).status == 0)
      #expect(studio.sound() == .stereo)
    }
    studio.write(.steps(3_000, channels: 6), to: "in.wav")
    #expect(studio.render([Studio.through("gain-stereo"), "--downmix"] + words).status == 0)
    #expect(studio.sound()?.channels.count == 2 && studio.sound()?.channels[0].count == 3_000)
  }

  @Test(arguments: [1, 8_000, 44_100, 192_000]) func rates(rate: Int) {
    studio.write(.stereo, to: "in.wav", rate: rate)
    // No plugin may have a latency of minutes.
    let frames = rate == 1 ? 5 : 1_000
    let run = studio.render(Studio.through("options"), Studio.through("delay"), "--set", "frames=\(frames)")
    #expect(run.status == 0 && run.text.contains("latency \(frames) frames, compensated"), "\(run.text)\(run.errors)")
    #expect(studio.sound() == .stereo)
  }

  @Test(arguments: [0, 1, 8_193]) func everyLengthIsRenderedWhole(frames: Int) {
    studio.write(.steps(frames, channels: 2), to: "in.wav")
    for words in [["--block", "1"], ["--block", "65536", "--in-process"]] {
      let run = studio.render([Studio.through("fixed-block"), Studio.through("delay"), "--tail", "0"] + words)
      #expect(run.status == 0, "\(run.errors)")
      #expect(studio.sound() == .steps(frames, channels: 2), "\(words)")
    }
  }

  @Test func tailsAreExact() {
    let echo = [Studio.through("echo"), "--set", "frames=100"]
    #expect(studio.render(echo + ["--tail", "0.25"]).text.contains("0.25 s of tail"))
    #expect(studio.sound()?.channels[0].count == 10_000)
    #expect(studio.render(echo + ["--tail", "0"]).text.contains("tail") == false)
    #expect(studio.sound()?.channels[0].count == 8_000)
    #expect(studio.render(echo).text.contains("s of tail"))
    #expect(studio.render(Studio.through("delay"), "--no-latency-compensation").text.contains("latency 100 frames\n"))
  }

  @Test func aTempoReachesThePlugins() {
    #expect(studio.render(Studio.through("tempo"), "--bpm", "97.5").status == 0)
    for bpm in ["0", "nan", "1001", ""] {
      #expect(studio.render(Studio.through("tempo"), "--bpm=\(bpm)").status == 2, "\(bpm)")
    }
  }

  @Test(arguments: ["int8", "int16", "int24", "int32", "float32", "float64"]) func encodings(word: String) {
    #expect(studio.render(Studio.through("gain-stereo"), "--encoding", word).status == 0)
    let peak = Studio.machine.aucat("peak", "--json", studio.folder("out.wav")).text
    #expect(peak.contains("\"encoding\":\"\(word)\"") && peak.contains("\"frames\":8000"), "\(peak)")
  }

  @Test func aLoggersErrorsReachTheUserAndItsSoundToo() {
    let run = studio.render(Studio.through("logger"), "--in-process")
    #expect(run.status == 0 && studio.sound() == .stereo)
    #expect(run.errors == "aucat: urn:aucat:test:logger: error text -1\naucat: urn:aucat:test:logger: error text -1\n")
  }
}
