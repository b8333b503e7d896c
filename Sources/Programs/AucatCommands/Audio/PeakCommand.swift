internal import AucatProgram
internal import AudioComponents
internal import AudioFiles

/// `aucat peak`
struct PeakCommand: Command {
  static let name = "peak"

  var files: [String] = []
  var isJSON = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Shows the formats of audio files and their loudest samples.",
    discussion: """
      WAV needs nothing else; other formats need libsndfile (package libsndfile1).

      EXAMPLES:
        aucat peak song.wav
        aucat peak song.wav --json
        aucat peak takes/*.wav
      """,
    [
      .argument("file", "The audio files.", kind: .file, times: .onceOrMore) { $0.files.append($1) },
      .flag("json", "Print a JSON object per file, each on its own line.") { $0.isJSON = true },
    ])

  func run() throws {
    let terminal = Terminal(environment: Configuration.processEnvironment, color: common.color)
    var text = ""
    for (number, file) in files.enumerated() {
      let audio = try opened(file)
      let report = PeakReport(path: file, file: audio, meter: try measured(audio))
      text += isJSON ? report.json.encoded + "\n" : (number > 0 ? "\n" : "") + report.text(terminal)
    }
    try Output.print(text)
  }

  /// Opens a file with a sample type that loses nothing.
  private func opened(_ file: String) throws -> AudioFile {
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
