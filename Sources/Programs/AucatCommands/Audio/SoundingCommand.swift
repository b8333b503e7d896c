package import AucatProgram

/// A command whose inputs are files, tones, noise, silence and MIDI.
package protocol SoundingCommand: Command {
  var inputs: [String] { get set }
  /// Whether the inputs are played together, instead of one after the other.
  var mixes: Bool { get set }
  /// The length of the input that is heard, in seconds; nil for all.
  var seconds: Double? { get set }
  /// The sample rate in hertz; nil for that of the first file.
  var rate: Double? { get set }
  /// A phrase, instead of inputs.
  var notes: String? { get set }
}

extension SoundingCommand {
  /// The options that determine how inputs are heard.
  static var soundOptions: [DeclaredArgument<Self>] {
    [
      .flag("mix", "Play the inputs together instead of one after the other.") { $0.mixes = true },
      .number(
        "for", value: "seconds",
        "Length of the input to play; a tone or noise without a length of its own is endless.",
        in: 0...86_400, takes: "a number of seconds from 0 to 86400"
      ) { $0.seconds = $1 },
      .number(
        "rate", value: "hertz", "The sample rate; by default that of the first file, or 48000.", in: 1_000...768_000,
        takes: "a number of hertz from 1000 to 768000"
      ) { $0.rate = $1 },
      .option(
        "notes", value: "notes",
        "Play a phrase instead of inputs: notes such as C4 F#3 Bb2, chords such as C4+E4+G4, and - for a rest, a beat each."
      ) { $0.notes = $1 },
    ]
  }

  func validateSound() throws {
    guard notes == nil || inputs.isEmpty else { throw UsageError("--notes replaces the inputs; leave them out") }
    guard !mixes || inputs.count > 1 else { throw UsageError("--mix needs several inputs") }
    guard inputs.count(where: { $0 == "-" }) <= 1 else { throw UsageError("standard input can only be read once") }
  }
}
