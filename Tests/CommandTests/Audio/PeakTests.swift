import Glibc
import TestSupport
import Testing

/// `aucat peak`
@Suite struct PeakTests {
  let machine = Machine([])

  private func write(_ wav: WAVFile, dropping count: Int = 0) -> String {
    machine.folder.write(Array(wav.bytes.dropLast(count)), to: "a.wav")
  }

  @Test func theReportSaysFormatLengthAndLoudestSample() {
    let path = write(WAVFile(.format(channels: 2, rate: 8_000), .data(.silence(8_000) + [0, -16_384, 0, 0])))
    let run = machine.aucat("peak", path)
    #expect(run.status == 0 && run.errors == "")
    #expect(
      run.lines == [
        "file              \(path)",
        "file format       WAV, 16-bit integer, 8000 Hz, 2 channels (stereo)",
        "processing format 2 channels, 8000 Hz, float32, not interleaved",
        "length            4002 frames, 0:00:00.500",
        "loudest           -0.5 (-6.02 dBFS) at frame 4000, 0:00:00.500, channel 2 (right)",
      ])
  }

  @Test func jsonHasExactlyTheseKeys() throws {
    let path = write(WAVFile(.format(channels: 2, rate: 8_000), .data(.silence(8_000) + [0, -16_384, 0, 0])))
    let expected: [String: JSONValue] = [
      "file": .text(path), "container": .text("WAV"), "encoding": .text("int16"), "validBits": .null,
      "sampleRate": .number(8_000), "channels": .number(2), "layout": .list([.text("left"), .text("right")]),
      "processing": .text("2 channels, 8000 Hz, float32, not interleaved"), "frames": .number(4_002),
      "seconds": .number(0.500_25), "peak": .number(-0.5), "peakDecibels": .number(-6.020_599_913_279_624),
      "peakFrame": .number(4_000), "peakSeconds": .number(0.5), "peakChannel": .number(2), "notFinite": .number(0),
      "remarks": .list([]),
    ]
    let json = try machine.aucat("peak", "--json", path).json
    #expect(json == .object(expected))
  }

  @Test func severalFilesHaveAReportEach() throws {
    let first = write(WAVFile(.format(), .data([0, 16_384])))
    machine.folder.write(WAVFile(.format(), .data(.silence(5))).bytes, to: "b.wav")
    let second = machine.folder("b.wav")
    let run = machine.aucat("peak", first, second)
    #expect(run.text == machine.aucat("peak", first).text + "\n" + machine.aucat("peak", second).text)
    let objects = machine.aucat("peak", "--json", first, second).lines
    #expect(objects == [first, second].flatMap { machine.aucat("peak", "--json", $0).lines } && objects.count == 2)
  }

  @Test func silenceHasNoPlace() throws {
    let path = write(WAVFile(.format(), .data(.silence(10))))
    #expect(machine.aucat("peak", path).text.contains("loudest           digital silence\n"))
    let json = try machine.aucat("peak", path, "--json").json
    #expect(json["peak"] == .number(0))
    for key in ["peakDecibels", "peakFrame", "peakSeconds", "peakChannel"] { #expect(json[key] == .null) }
    #expect(machine.aucat("peak", write(WAVFile(.format(), .data([])))).text.contains("loudest           no frames\n"))
  }

  @Test func samplesThatAreNonFiniteAreCounted() throws {
    let samples: [Float] = [.nan, 0.25, .infinity, 2, -.infinity]
    let data = samples.flatMap { little(Int($0.bitPattern), 4) }
    let path = write(WAVFile(.format(tag: 3, bits: 32), .init("data", data)))
    let run = machine.aucat("peak", path)
    #expect(run.text.contains("loudest           2.0 (6.02 dBFS) at frame 3, "))
    #expect(run.text.contains("not finite        3 samples, infinite or not a number, left out of the search\n"))
    #expect(try machine.aucat("peak", path, "--json").json["notFinite"] == .number(3))
  }

  @Test func allBitsOfIntegersCount() {
    let data = little(0x7FFF_FFFE, 4) + little(0x7FFF_FFFF, 4)
    let run = machine.aucat("peak", write(WAVFile(.format(bits: 32), .init("data", data))))
    #expect(run.text.contains("processing format 1 channel, 48000 Hz, float64, not interleaved\n"))
    #expect(run.text.contains(" at frame 1, "))
  }

  @Test func aTruncatedFileIsMeasuredWithARemark() throws {
    let path = write(WAVFile(.format(), .data([1, 2, 3])), dropping: 2)
    let run = machine.aucat("peak", path)
    #expect(run.status == 0)
    #expect(run.text.contains("remark            truncated: the header announces 3 frames, but there are 2\n"))
    #expect(try machine.aucat("peak", path, "--json").json["remarks"]?.elements.count == 1)
  }

  @Test func noCatalogAndNoHomeAreNeeded() {
    let path = write(WAVFile(.format(), .data([1])))
    let before = machine.folder.names(in: "home")
    let run = machine.aucat(["peak", path], setting: ["HOME": nil, "LV2_PATH": nil, "PATH": nil])
    #expect(run.status == 0 && run.errors == "")
    #expect(machine.folder.names(in: "home") == before)
  }

  @Test func whatCanNotBeMeasuredIsRefused() {
    mkfifo(machine.folder("pipe"), 0o600)
    let table: [(path: String, status: Int32, says: String)] = [
      (machine.folder("nosuch.wav"), 3, "does not exist"), (machine.folder.path, 2, "is a directory, not a file"),
      (machine.folder("pipe"), 2, "is a pipe, not a file"), (machine.folder.write("", to: "empty"), 2, "it is empty"),
      (write(WAVFile(.format(channels: 0), .data([]))), 2, "is damaged (0 channels"),
      (machine.folder.write("text", to: "\u{1B}[31m"), 2, #"\x1b[31m"#),
    ]
    for row in table {
      machine.aucat("peak", row.path).expectRefusal(row.status, saying: row.says, "\(row.path)")
    }
    machine.aucat("peak").expectRefusal(2, saying: "<file>")
    let second = machine.aucat("peak", write(WAVFile(.format(), .data([1]))), machine.folder("nosuch.wav"))
    #expect(second.status == 3 && second.errors.contains("nosuch.wav does not exist"), "\(second)")
  }

  @Test(.enabled(if: geteuid() == 0 && Machine.has("setpriv"), "this needs root and setpriv"))
  func aFileWithoutPermissionCanNotBeRead() {
    let path = write(WAVFile(.format(), .data([1])))
    chmod(path, 0)
    machine.shell(
      #"""
      cp "$aucat" "$folder/program" && chmod a+rx "$folder" "$folder/program"
      exec setpriv --reuid=65534 --regid=65534 --clear-groups "$folder/program" peak "$folder/a.wav"
      """#
    ).expectRefusal(3, saying: "can't be read (Permission denied)")
  }

  @Test func aNameFromAFileDoesNotReachTheTerminal() {
    let path = machine.folder.write(WAVFile(.format(), .data([1])).bytes, to: "\u{1B}[31m.wav")
    for arguments in [["peak", path], ["peak", path, "--json"]] {
      let run = machine.aucat(arguments)
      #expect(run.status == 0 && !run.output.contains(0x1B))
    }
  }
}

extension [Int16] {
  /// So many samples of silence.
  fileprivate static func silence(_ count: Int) -> [Int16] { [Int16](repeating: 0, count: count) }
}
