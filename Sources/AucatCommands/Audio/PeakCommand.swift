internal import ArgumentParser
internal import AudioComponents
internal import AudioFiles

/// `aucat peak`
struct PeakCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peak",
    abstract: "Shows an audio file's format and its loudest sample.",
    discussion: """
      WAV needs nothing else; other formats need libsndfile (package libsndfile1).

      EXAMPLES:
        aucat peak song.wav
        aucat peak song.wav --json
      """)

  @Argument(help: "The audio file.")
  var file: String

  @Flag(name: .customLong("json"), help: "Print a JSON object.")
  var isJSON = false

  @OptionGroup var common: SharedOptions

  func run() throws {
    let terminal = Terminal(environment: Configuration.processEnvironment, color: common.color)
    let audio = try opened()
    let report = PeakReport(path: file, file: audio, meter: try measured(audio))
    var output = Output()
    output.write(isJSON ? report.json.encoded + "\n" : report.text(terminal))
    try output.finish()
  }

  /// Opens the file with a sample type that loses nothing.
  private func opened() throws -> AudioFile {
    let audio = try AudioFile(reading: file)
    switch audio.fileFormat.encoding {
    case .int32, .float64: return try AudioFile(reading: file, sampleType: .float64)
    default: return audio
    }
  }

  private func measured(_ audio: AudioFile) throws -> PeakMeter {
    var meter = PeakMeter()
    let buffer = AudioBuffer(
      format: audio.processingFormat, frameCapacity: max(1, (1 << 15) / audio.processingFormat.channelCount))
    while true {
      try audio.read(into: buffer)
      if buffer.frameLength == 0 { return meter }
      meter.add(buffer)
    }
  }
}
