internal import ComponentModel
internal import Linux
internal import RenderChain

/// How the thread of a measurement has spent its processor time, in seconds.
package struct ProcessorTimes: Hashable, Sendable {
  /// The time for reading the bundles.
  package var reading = 0.0
  /// The time for loading and starting the plugins.
  package var starting = 0.0
  /// The time for playing sounds to them.
  package var sounds = 0.0
  /// The time for their responses to impulses, and for tails.
  package var answers = 0.0

  package init() {}

  /// The sum of all times.
  package var sum: Double { reading + starting + sounds + answers }

  /// Adds the time since a moment to a part, and sets that moment to now.
  mutating func take(_ part: WritableKeyPath<ProcessorTimes, Double>, since clock: inout UInt64) {
    let now = CurrentThread.processorTime
    self[keyPath: part] += Double(now - clock) * 1e-9
    clock = now
  }

  package static func += (sum: inout ProcessorTimes, other: ProcessorTimes) {
    sum.reading += other.reading
    sum.starting += other.starting
    sum.sounds += other.sounds
    sum.answers += other.answers
  }
}

extension ProcessorTimes {
  var json: JSON {
    .object([
      ("reading", .number(reading)), ("starting", .number(starting)), ("sounds", .number(sounds)),
      ("answers", .number(answers)),
    ])
  }

  init(_ members: Members) throws(ChainFile.FormatError) {
    reading = try members.number("reading") ?? 0
    starting = try members.number("starting") ?? 0
    sounds = try members.number("sounds") ?? 0
    answers = try members.number("answers") ?? 0
  }
}
