internal import ComponentModel
internal import RenderChain

// Input that hosts should not give.

extension TestBench {
  /// Whether it recovers from infinities and NaNs.
  func notNumbers() throws(ChainError) -> ValidationProblem? {
    let player = try player()
    let frames = 4 * Self.quarter
    let heard = player.play(signal(.notNumbers, frames), frames: frames, events: events(frames))
    if heard.firstFault(from: frames / 2) != nil { return ValidationProblem(.keepsNotNumbers) }
    let isIntact = player.control.corruptingStage == nil && player.control.isMemoryIntact
    return isIntact ? nil : ValidationProblem(.wroteOutside, ["input that is not finite"])
  }

  /// Whether it survives floods of MIDI and meaningless messages.
  func midi() throws(ChainError) -> ValidationProblem? {
    var random = SplitMix(seed: seed)
    for (condition, isValid) in [("a flood of notes", true), ("random MIDI", false)] {
      log.begin(condition)
      let player = try player()
      let heard = player.play(signal(.silence, Self.quarter), frames: Self.quarter) { _, count in
        (0..<Self.flood).map { index in
          let frame = index * count / Self.flood
          return isValid
            ? MIDIMessage(frame: frame, bytes: [index % 2 == 0 ? 0x90 : 0x80, UInt8(index / 2 % 128), 100])
            : MIDIMessage.random(at: frame, &random)
        }
      }
      if let problem = problem(heard, player.control, condition) { return problem }
    }
    return nil
  }

  /// Whether it survives events that are not well-formed.
  func events() throws(ChainError) -> ValidationProblem? {
    for events in MalformedEvents.all {
      log.begin(events.condition)
      let player = try player()
      player.control.plant(events.bytes)
      let frames = Self.quarter / 4
      let heard = player.play(signal(.noise(0.25), frames), frames: frames)
      guard let problem = problem(heard, player.control, events.condition) else { continue }
      return switch problem.kind {
      case .notFinite: ValidationProblem(.notFiniteAfterEvents, [events.condition])
      case .wroteOutside where MalformedEvents.hostFaults.contains(events.condition):
        ValidationProblem(.wroteOutsideByHost, [events.condition])
      default: problem
      }
    }
    return nil
  }

  /// The number of messages in a block.
  private static var flood: Int { 500 }
}

extension MIDIMessage {
  fileprivate static func random(at frame: Int, _ generator: inout SplitMix) -> MIDIMessage {
    let bytes = generator.next()
    let (status, data1, data2) = (
      UInt8(truncatingIfNeeded: bytes), UInt8(truncatingIfNeeded: bytes >> 8), UInt8(truncatingIfNeeded: bytes >> 16)
    )
    switch bytes >> 24 & 3 {
    case 0: return MIDIMessage(frame: frame, bytes: [status | 0x80])
    case 1: return MIDIMessage(frame: frame, bytes: [status | 0x80, data1])
    default: return MIDIMessage(frame: frame, bytes: [status, data1, data2])
    }
  }
}
