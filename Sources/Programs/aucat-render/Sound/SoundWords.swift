internal import AucatProgram
internal import AudioFiles
internal import AudioSources

/// The sound that a word on a command line stands for.
enum SoundWords {
  /// A file, or standard input.
  case file(String)
  case midi(String)
  case tone(Double, ToneSource.Wave, Settings)
  case noise(NoiseSource.Color, Settings)
  case silence(seconds: Double)

  /// The settings that may follow, separated by commas.
  struct Settings {
    var level = ToneSource.usualLevel
    var attack = 0.005
    var release = 0.005
    var seed = 1.0
    var seconds: Double?
  }

  /// - Throws: `CommandFailure` for an impossible tone, noise or silence.
  init(_ word: String) throws {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch parts[0] {
    case "tone" where parts.count == 2: self = try Self.tone(word, parts[1])
    case "noise" where parts.count == 2: self = try Self.noise(word, parts[1])
    case "silence" where parts.count == 2:
      guard let seconds = Double(parts[1]), (0...86_400).contains(seconds) else {
        throw Self.failure(word, "silence:SECONDS takes 0 to 86400 seconds")
      }
      self = .silence(seconds: seconds)
    default: self = Self.isMIDI(word) ? .midi(word) : .file(word)
    }
  }

  private static func isMIDI(_ path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".mid") || name.hasSuffix(".midi") || name.hasSuffix(".smf")
  }

  private static func tone(_ word: String, _ text: String) throws -> SoundWords {
    let (main, settings) = try settings(word, text, known: ["level", "attack", "release", "seconds"])
    let parts = main.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let waves = ToneSource.Wave.allCases.map(\.rawValue).joined(separator: ", ")
    guard parts.count <= 2, let hertz = Double(parts[parts.count - 1]), hertz >= 10, hertz <= 384_000 else {
      throw failure(word, "tone:HZ and tone:WAVE:HZ take a frequency of at least 10 Hz")
    }
    guard let wave = parts.count == 2 ? ToneSource.Wave(rawValue: parts[0]) : .sine else {
      throw failure(word, "there is no wave `\(parts[0])`; use one of \(waves)")
    }
    return .tone(hertz, wave, settings)
  }

  private static func noise(_ word: String, _ text: String) throws -> SoundWords {
    let (main, settings) = try settings(word, text, known: ["level", "seed", "seconds"])
    guard let color = NoiseSource.Color(rawValue: main) else {
      let colors = NoiseSource.Color.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure(word, "there is no noise `\(main)`; use one of \(colors)")
    }
    return .noise(color, settings)
  }

  /// The text before the first comma, and the settings after it.
  private static func settings(_ word: String, _ text: String, known: [String]) throws -> (String, Settings) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var settings = Settings()
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, known.contains(pair[0]), let value = Double(pair[1]), value.isFinite else {
        throw failure(word, "`\(part)` is not one of \(known.map { "\($0)=NUMBER" }.joined(separator: ", "))")
      }
      switch pair[0] {
      case "level": settings.level = value
      case "attack": settings.attack = value
      case "release": settings.release = value
      case "seed": settings.seed = value
      default: settings.seconds = value
      }
    }
    guard settings.seconds.map({ (0...86_400).contains($0) }) ?? true, (0...1e15).contains(settings.seed) else {
      throw failure(word, "seconds must be 0 to 86400, and a seed 0 to 1e15")
    }
    return (String(parts[0]), settings)
  }

  private static func failure(_ word: String, _ reason: String) -> CommandFailure {
    CommandFailure(.usage, "`\(word)` can't be played: \(reason); to play a file of that name, write ./\(word)")
  }

  /// Whether it is endless.
  var isEndless: Bool {
    switch self {
    case .tone(_, _, let settings), .noise(_, let settings): settings.seconds == nil
    default: false
    }
  }

  /// A generated sound, not read from a file.
  ///
  /// - Parameter length: where the whole sound ends, in frames; nil if it doesn't.
  /// - Throws: `SourceError`.
  func generated(_ format: AudioFormat, length: Int?) throws -> (any AudioSource)? {
    func frames(_ settings: Settings) -> Int? {
      settings.seconds.map { Int(($0 * format.sampleRate).rounded()) } ?? length
    }
    switch self {
    case .tone(let hertz, let wave, let settings):
      return try ToneSource(
        hertz, wave, level: settings.level, attack: settings.attack, release: settings.release,
        length: frames(settings), format: format)
    case .noise(let color, let settings):
      return try NoiseSource(
        color, level: settings.level, seed: UInt64(settings.seed), length: frames(settings), format: format)
    case .silence(let seconds): return try SilenceSource(seconds: seconds, format: format)
    case .file, .midi: return nil
    }
  }
}
