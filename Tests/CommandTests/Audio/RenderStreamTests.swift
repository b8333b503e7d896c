import TestSupport
import Testing

/// `aucat render -`: sound from standard input, and to standard output.
@Suite struct RenderStreamTests {
  let studio = Studio()
  private let half = "--through 'Gain stereo' --set gain=0.5"

  @Test("a pipe to a pipe, with what there is to say on standard error", arguments: ["", "--in-process"])
  func pipes(word: String) {
    let run = studio.shell(#"cat in.wav | "$aucat" render - - \#(half) \#(word) 2> errors | cat > out.wav; cat errors"#)
    #expect(run.text.hasPrefix("aucat: 1.0 s in ") && run.lines.count == 1, "\(run.text) \(run.errors)")
    #expect(stream("out.wav") == Sound.stereo.times(0.5))
    // The same as with names, but for the lengths in the header.
    #expect(studio.render("--through", "Gain stereo", "--set", "gain=0.5", to: "b.wav").status == 0)
    let (first, second) = (Child.contents(studio.folder("out.wav")), Child.contents(studio.folder("b.wav")))
    #expect(first.count == second.count && first.dropFirst(200) == second.dropFirst(200))
    #expect(first[4..<8] == [255, 255, 255, 255], "an unknown length")
  }

  @Test("a file as standard output gets the lengths too")
  func redirected() {
    let run = studio.shell(#""$aucat" render - - \#(half) < in.wav > out.wav"#)
    #expect(run.status == 0 && run.errors.hasPrefix("aucat: 1.0 s in "), "\(run.errors)")
    #expect(studio.sound() == Sound.stereo.times(0.5))
    let appended = studio.shell(#""$aucat" render in.wav - \#(half) >> b.wav; ls -l b.wav | wc -l"#)
    #expect(appended.lines == ["1"] && stream("b.wav") == Sound.stereo.times(0.5), "\(appended.errors)")
  }

  @Test("the encoding is free, the container is WAV")
  func encodings() {
    let run = studio.shell(
      #""$aucat" render in.wav - \#(half) --encoding int24 | "$aucat" render - out.wav --force \#(half)"#)
    #expect(run.status == 0 && studio.sound() == Sound.stereo.times(0.25), "\(run.errors)")
    let vorbis = studio.shell(#""$aucat" render in.wav - \#(half) --encoding vorbis"#)
    vorbis.expectRefusal(2, saying: "WAV has no encoding vorbis")
  }

  @Test("nothing that a plugin prints gets into the sound", arguments: ["", "--in-process"])
  func printing(word: String) {
    let run = studio.shell(#""$aucat" render in.wav - --through Prints \#(word) 2> errors > out.wav"#)
    #expect(run.status == 0 && studio.sound() == .stereo, "\(run.errors)")
  }

  @Test("chains of renders start together, and each ends with the one before")
  func chain() {
    let run = studio.shell(
      #""$aucat" render in.wav - \#(half) | "$aucat" render - - \#(half) | "$aucat" render - out.wav --force \#(half)"#)
    #expect(run.status == 0 && studio.sound() == Sound.stereo.times(0.125), "\(run.errors)")
  }

  @Test("sizes as other programs write them in a stream")
  func sizes() {
    let samples = Sound.stereo.channels[0].map { Int16($0 * 32_768) }
    // The last ones are of a file that was not finished, and of programs that put down other large numbers.
    let sizes: [(UInt32, UInt32)] = [
      (.max, .max), (0, 0), (0x7FFF_F024, 0x7FFF_F000), (36, 0), (0x8000_0024, 0x8000_0000), (0x7FFF_0024, 0x7FFF_0000),
    ]
    for (riff, data) in sizes {
      let wav = WAVFile(.format(rate: 8_000), .data(samples, announced: data), announced: riff)
      studio.folder.write(wav.bytes, to: "stream.wav")
      let run = studio.shell(#"cat stream.wav | "$aucat" render - out.wav --force --through 'Gain mono'"#)
      #expect(run.status == 0 && run.errors == "", "\(riff): \(run.errors)")
      #expect(studio.sound()?.channels == [Sound.stereo.channels[0]], "\(riff)")
    }
    let long = WAVFile(.format(rate: 8_000), .data(samples, announced: 20_000))
    studio.folder.write(long.bytes, to: "stream.wav")
    let run = studio.shell(#"cat stream.wav | "$aucat" render - out.wav --force --through 'Gain mono'"#)
    #expect(
      run.status == 0 && run.errors.contains("truncated: the header announces 10000 frames, but 8000"), "\(run.errors)")
    // What follows the sound is not sound.
    let more = WAVFile(.format(rate: 8_000), .data(samples), .init("LIST", [UInt8](repeating: 127, count: 999)))
    studio.folder.write(more.bytes, to: "stream.wav")
    let tagged = studio.shell(#"cat stream.wav | "$aucat" render - out.wav --force --through 'Gain mono'"#)
    #expect(tagged.errors == "" && studio.sound()?.channels == [Sound.stereo.channels[0]], "\(tagged.errors)")
  }

  @Test("sound after the announced length is left out, with a word", arguments: ["", "--in-process"])
  func longer(word: String) {
    let samples = Sound.stereo.channels[0].map { Int16($0 * 32_768) }
    let short = WAVFile(.format(rate: 8_000), .data(samples, announced: 10_000))
    studio.folder.write(short.bytes, to: "stream.wav")
    let note = "aucat: -: the header announces 5000 frames; 3000 more follow and are left out\n"
    let run = studio.shell(#"cat stream.wav | "$aucat" render - out.wav --force --through 'Gain mono' \#(word)"#)
    #expect(run.status == 0 && run.errors == note, "\(run.errors)")
    #expect(studio.sound()?.channels == [Array(Sound.stereo.channels[0].prefix(5_000))])
    // A writer that holds the pipe open is not waited for.
    let held = studio.shell(
      #"{ cat stream.wav; sleep 9 & echo $! > pid; } | "$aucat" render - out.wav --force --through 'Gain mono' \#(word);"#
        + #" kill "$(cat pid)""#)
    #expect(held.status == 0 && held.errors.contains("at least 3000 more follow"), "\(held.errors)")
  }

  @Test("a pipe in place of a file has a remedy", .enabled(if: Machine.has("bash"), "bash is not installed"))
  func substitutions() {
    let input = studio.shell(#"bash -c '"$aucat" render <(cat in.wav) out.wav --through "Gain stereo"'"#)
    input.expectRefusal(2, saying: "is a pipe, not a file; use standard input for it")
    #expect(input.errors.contains("as in `COMMAND | aucat render - OUTPUT …`"))
    let output = studio.shell(#"bash -c '"$aucat" render in.wav >(cat > out.wav) --through "Gain stereo"'"#)
    output.expectRefusal(2, saying: "is a pipe, not a file; use standard output for it")
    #expect(output.errors.contains("as in `aucat render INPUT - … | COMMAND`"))
    let named = studio.shell(
      #"mkfifo pipe; cat pipe > out.wav & sleep 0.5; "$aucat" render in.wav pipe --through "Gain stereo"; status=$?;"#
        + " wait; exit $status")
    #expect(named.status == 0 && stream("out.wav") == .stereo, "\(named.errors)")
  }

  @Test(
    "inputs that are no stream of WAV",
    arguments: [
      ("printf ''", 2, "standard input is not an audio file (it is empty)"),
      ("echo text", 2, "standard input can't be used: only WAV with plain samples can be read from a pipe"),
      ("head -c 30 in.wav", 2, "standard input is damaged"),
    ] as [(String, Int32, String)])
  func inputs(command: String, status: Int32, words: String) {
    studio.shell(#"\#(command) | "$aucat" render - out.wav --force --through 'Gain stereo'"#).expectRefusal(
      status, saying: words)
    #expect(studio.results == [])
  }

  @Test func aReaderThatLeavesIsNoError() {
    studio.write(.steps(400_000, channels: 2), to: "in.wav")
    for word in ["", "--in-process"] {
      let run = studio.shell(
        #"{ "$aucat" render in.wav - \#(half) \#(word); echo $? > status; } 2> errors | head -c 100 | wc -c; cat status errors"#
      )
      #expect(run.lines == ["100", "0"], "\(run.lines)")
    }
  }

  @Test func closedStreamsAreErrors() {
    let output = studio.shell(#""$aucat" render in.wav - \#(half) >&-"#)
    #expect(output.status == 3 && output.errors.contains("standard output can't be written"), "\(output.errors)")
    let input = studio.shell(#""$aucat" render - out.wav --force \#(half) <&-"#)
    // Another file has its number by then.
    #expect(input.status != 0 && input.errors.contains("aucat: standard input "), "\(input.errors)")
    let silent = studio.shell(#""$aucat" render in.wav - \#(half) 2>&- > out.wav"#)
    #expect(silent.status == 0 && studio.sound() == Sound.stereo.times(0.5))
  }

  @Test("an input that never comes can be interrupted", arguments: ["", "--in-process"])
  func interrupted(word: String) {
    let run = studio.shell(
      #"""
      mkfifo pipe; sleep 60 > pipe & sleeper=$!
      env --default-signal=INT "$aucat" render - out.wav --force --through 'Gain stereo' $1 < pipe 2> errors &
      \#(Studio.untilItCatchesInterrupts)
      sleep 0.1; kill -INT $!; wait $!; echo $?; kill $sleeper; cat errors; ls
      """#, [:], [word])
    #expect(
      run.lines == ["130", "aucat: interrupted; out.wav was not written", "errors", "in.wav", "pipe"], "\(run.lines)")
  }

  /// The samples of a stream, whose header leaves the length open.
  private func stream(_ name: String) -> Sound? {
    var bytes = Child.contents(studio.folder(name))
    var place = 12
    while place + 8 <= bytes.count {
      let isData = bytes[place..<place + 4].elementsEqual("data".utf8)
      if isData {
        bytes.replaceSubrange(place + 4..<place + 8, with: little(bytes.count - place - 8, 4))
        return Sound(float32: bytes)
      }
      place += 8 + (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << (8 * $1) }
    }
    return nil
  }
}
