internal import ComponentModel
internal import RenderChain

/// The parts of a chain to measure, and for how long.
package struct MeasurementPlan: Hashable, Sendable {
  /// The length of each kind of sound in a round, in seconds.
  package var seconds: Double
  /// The number of rounds for each kind of sound. The medians of the rounds count.
  package var rounds = 1
  /// The kinds of sound.
  package var sounds = TestSound.allCases
  /// Whether delays are measured, which takes instances of their own.
  package var measuresDelays = true
  /// Whether tails are measured, with the same instances.
  package var measuresTails = true
  /// The processor time after which the measurement of one kind of sound, or of a stage's responses, ends; in seconds.
  package var limit = 5.0
  /// Whether plugins compute with denormals, as in hosts that don't flush them to zero.
  package var keepsDenormals = false
  /// Whether instructions are counted, instead of anything else being measured: see ``InstructionCount``.
  package var countsInstructions = false
  /// Whether plugins have no access to the network, and can write only small files.
  package var isConfined = false

  package init(seconds: Double = 4) { self.seconds = seconds }

  /// The plan for surveying many components: a short piece of music, repeated, and the delay.
  package static var survey: MeasurementPlan {
    // As long as a note, so that all rounds are alike.
    var plan = MeasurementPlan(seconds: SoundMaker.beat)
    plan.rounds = 5
    plan.sounds = [.music]
    plan.measuresTails = false
    plan.limit = 1.5
    plan.isConfined = true
    return plan
  }

  /// The sample rate of the survey, in hertz.
  package static let surveyRate = 48_000.0
  /// The block length of the survey, in frames.
  package static let surveyBlock = 256

  /// The same, without delays and tails.
  package var withoutDelays: MeasurementPlan {
    var plan = self
    (plan.measuresDelays, plan.measuresTails) = (false, false)
    return plan
  }

  /// The version of ``survey`` and of the meaning of its numbers.
  package static let surveyVersion = 1

  /// The valid lengths, in seconds.
  package static let lengths = 0.05...600
}

extension MeasurementPlan {
  var json: JSON {
    .object([
      ("seconds", .number(seconds)), ("rounds", .int(rounds)), ("sounds", .strings(sounds.map(\.rawValue))),
      ("measuresDelays", .bool(measuresDelays)), ("measuresTails", .bool(measuresTails)), ("limit", .number(limit)),
      ("keepsDenormals", .bool(keepsDenormals)), ("countsInstructions", .bool(countsInstructions)),
      ("isConfined", .bool(isConfined)),
    ])
  }

  init(_ members: Members) throws(ChainFile.FormatError) {
    self.init(seconds: try members.number("seconds") ?? 0)
    rounds = try members.integer("rounds") ?? 1
    sounds = try members.texts("sounds").compactMap { TestSound(rawValue: $0) }
    measuresDelays = try members.flag("measuresDelays") ?? false
    measuresTails = try members.flag("measuresTails") ?? false
    limit = try members.number("limit") ?? 0
    keepsDenormals = try members.flag("keepsDenormals") ?? false
    countsInstructions = try members.flag("countsInstructions") ?? false
    isConfined = try members.flag("isConfined") ?? false
  }
}
