import AudioFiles
import AudioSources
import TestSupport
import Testing

@testable import AudioTracks

/// Which tracks may sound, and how loud: measured in the mix. `ScheduleTests` compares the rest with a model.
struct CoordinatorTests {
  private func constant(_ length: Int, _ value: Float) throws -> Numbered { try Numbered(length) { _ in value } }

  @Test("the mail program: the body stops in mid-sentence for the notice, and goes on at the same frame")
  func mail() throws {
    for block in [100, 4_096] {
      let recording = try Recording()
      let (body, notices) = (try recording.track("body", 1), try recording.track("notices", 2))
      let prompts = try recording.track("prompts", 3)
      try body.enqueue(constant(48_000, 0.5), named: "subject")
      recording.render(10_000, by: block)
      try notices.enqueue(constant(4_800, 0.25), named: "mail")
      recording.render(1_200, by: block)
      try prompts.enqueue(constant(2_400, 0.125), named: "prompt")
      recording.render(60_000, by: block)
      verify(
        recording.lines,
        equals: [
          "0 body began subject", "10000 body paused by notices at 10000", "10000 notices began mail",
          "11200 notices paused by prompts at 1200", "11200 prompts began prompt", "13600 prompts finished prompt",
          "13600 notices continued at 1200", "17200 notices finished mail", "17200 body continued at 10000",
          "55200 body finished subject",
        ])
      let sound = recording.sound[0]
      verify(sound[9_999] == 0.5 && sound[10_000] == 0.75 && sound[10_240] == 0.25)
      verify(sound[11_500] == 0.125 && sound[17_199] == 0.25 && sound[17_200] == 0 && sound[17_440] == 0.5)
      verify(sound[55_199] == 0.5 && sound[55_200] == 0)
    }
  }

  /// What changes the number changes what is heard: who means to, replaces it.
  @Test("a mix of a duck, a suspension and a scheduled sound has the same bits on every machine and in any blocks")
  func scenes() throws {
    let first = try scene(by: 512)
    let hash = first.reduce(14_695_981_039_346_656_037 as UInt64) { hash, sample in
      (hash ^ UInt64(sample.bitPattern)) &* 1_099_511_628_211
    }
    verify(hash, equals: 13_671_195_072_961_435_719)
    for block in [1, 7, 40_000] { try verify(scene(by: block) == first, "\(block)") }
  }

  private func scene(by block: Int) throws -> [Float] {
    let recording = try Recording(policy: .duck(Ducking(depth: -18, attack: 0.02, release: 0.1, hold: 0.05)))
    let (music, voice) = (try recording.track("music", 1), try recording.track("voice", 2))
    try music.enqueue(try Numbered(30_000) { Float($0 % 97) / 97 })
    try voice.enqueue(try Numbered(3_000) { Float($0 % 89) / 89 }, at: 4_444)
    recording.render(6_000, by: block)
    voice.suspend()
    recording.render(123, by: block)
    voice.resume()
    recording.render(20_000, by: block)
    return recording.sound[0]
  }

  @Test("equal priorities are mixed, a suspended track keeps its place, a yielded one gives it up, all stop at once")
  func focus() throws {
    let recording = try Recording()
    let (low, high) = (try recording.track("low", 1), try recording.track("high", 2))
    let equal = try recording.track("equal", 2)
    try low.enqueue(constant(100_000, 0.5))
    try high.enqueue(constant(10_000, 0.25))
    try equal.enqueue(constant(1_000, 0.125))
    var levels: [Float] = []
    for step in [
      {}, high.suspend, high.yield, high.resume, high.claim, recording.coordinator.suspend,
      recording.coordinator.resume,
    ] {
      step()
      recording.render(1_000)
      levels.append(recording.sound[0].last ?? -1)
    }
    // What is live counts, suspended or not; what was yielded does not come back by itself.
    verify(levels, equals: [0.375, 0, 0.5, 0.5, 0.25, 0, 0.25])
  }
}

/// Gain traces of a track of ones below tracks of silence: the mix is the gain.
struct DuckingTests {
  /// Music of ones, and a more urgent track.
  private func music(_ ducking: Ducking) throws -> (Recording, AudioTrack) {
    let recording = try Recording(policy: .duck(ducking))
    try recording.track("music", 1).enqueue(try Numbered(1_000_000) { _ in 1 }, named: "song")
    return (recording, try recording.track("prompts", 2))
  }

  private func silence(_ length: Int) throws -> Numbered { try Numbered(length) { _ in 0 } }

  /// Where a trace goes down, and where it goes up: the frames of each run.
  private func ramps(_ gains: [Float]) -> [(isDown: Bool, frames: Range<Int>)] {
    var found: [(isDown: Bool, frames: Range<Int>)] = []
    for frame in 1..<gains.count where gains[frame] != gains[frame - 1] {
      let isDown = gains[frame] < gains[frame - 1]
      if let last = found.last, last.isDown == isDown, frame - last.frames.upperBound < 24 {
        found[found.count - 1].frames = last.frames.lowerBound..<frame + 1
      } else {
        found.append((isDown, frame..<frame + 1))
      }
    }
    return found
  }

  @Test("the ramp begins with a prompt, or before a scheduled one, goes to the depth and back once, and is told")
  func depth() throws {
    let (recording, prompts) = try music(Ducking(depth: -12, attack: 0.05, release: 0.5, hold: 0.25))
    recording.render(10_000)
    try prompts.enqueue(silence(24_000), named: "prompt")
    recording.render(90_000)
    let gains = recording.sound[0]
    let ramps = ramps(gains)
    verify(ramps.map(\.isDown), equals: [true, false])
    // The prompt, 10,000 to 34,000; the hold, 12,000 frames more.
    verify(ramps[0].frames == 10_001..<12_401 && (46_001...46_020).contains(ramps[1].frames.lowerBound))
    verify(ramps[1].frames.upperBound <= 70_001 && gains[70_000] == 1)
    verify(abs(gains[20_000] - 0.251_189) < 1e-6)
    verify(
      recording.lines,
      equals: [
        "0 music began song", "10000 music ducked to -12.0 in 0.05", "10000 prompts began prompt",
        "34000 prompts finished prompt", "46000 music ducked to 0.0 in 0.5",
      ])
    let (scheduled, later) = try music(Ducking(depth: -20, attack: 0.1, hold: 0))
    try later.enqueue(silence(1_000), at: 12_000)
    scheduled.render(13_000)
    let early = scheduled.sound[0]
    verify(early[7_200] == 1 && early[7_202] < 1 && abs(early[12_000] - 0.1) < 1e-6)
  }

  @Test("five prompts 0.8 s apart with 2 s of hold make one ramp down and up; without a hold, no step is heard")
  func holding() throws {
    let (held, prompts) = try music(Ducking(depth: -12, hold: 2))
    held.render(4_800)
    for _ in 0..<5 {
      try prompts.enqueue(silence(14_400))
      held.render(38_400)
    }
    held.render(150_000)
    verify(ramps(held.sound[0]).map(\.isDown), equals: [true, false])
    verify(held.lines.filter { $0.contains("ducked") }.count, equals: 2)
    let (overtaken, short) = try music(Ducking(depth: -40, attack: 0.2, release: 0.2, hold: 0))
    for _ in 0..<3 {
      try short.enqueue(silence(3_000))
      overtaken.render(5_000)
    }
    overtaken.render(20_000)
    let gains = overtaken.sound[0]
    let steps = zip(gains, gains.dropFirst()).map { abs($0 - $1) }
    verify((steps.max() ?? 1) < 1.6 / 9_600 && gains.last == 1)
  }

  // MARK: The brief's game

  /// The game's music, and its speech, which is vital in one mode: the music stays ducked then.
  private func game() throws -> (Recording, speech: AudioTrack) {
    let (recording, speech) = try music(Ducking(depth: -12, attack: 0.1, release: 0.1, hold: 0))
    speech.keepsDucking = true
    recording.render(48_000)
    verify(abs(recording.sound[0][47_999] - 0.251_189) < 1e-5, "the speaking mode: the music is down")
    return (recording, speech)
  }

  @Test("a game that leaves and comes back: one ramp up in the right order of steps, a confusing one in the wrong one")
  func games() throws {
    let (right, speech) = try game()
    right.coordinator.willLeave()
    right.render(48_000)
    verify(right.sound[0][48_000 + 4_800], equals: 1, "4 to 6: its ducking is off at once; the music comes up")
    speech.keepsDucking = false
    right.coordinator.didReturn()
    right.render(12_000)
    speech.keepsDucking = false
    right.render(12_000)
    let steps = ramps(right.sound[0]).map(\.isDown)
    verify(steps, equals: [true, false], "7 to 12: back, decided anew; the late notice changes nothing")

    let (wrong, late) = try game()
    wrong.coordinator.willLeave()
    wrong.render(48_000)
    // The mode was changed in the settings, which the game is not told before it is back.
    wrong.coordinator.didReturn()
    wrong.render(12_000)
    late.keepsDucking = false
    wrong.render(24_000)
    let confusing = ramps(wrong.sound[0])
    verify(confusing.map(\.isDown), equals: [true, false, true, false])
    verify(confusing[3].frames.upperBound - confusing[2].frames.lowerBound <= 24_000)

    let (unchanged, kept) = try game()
    unchanged.coordinator.willLeave()
    unchanged.coordinator.suspend()
    unchanged.render(48_000)
    unchanged.coordinator.didReturn()
    unchanged.render(9_600)
    unchanged.coordinator.resume()
    unchanged.render(9_600)
    verify(kept.keepsDucking && abs(unchanged.sound[0][115_199] - 0.251_189) < 1e-5)
    verify(unchanged.sound[0][57_600..<105_600].allSatisfy { $0 == 0 })
  }

  @Test func numbersOutOfRangeAreErrors() {
    for depth in [-61.0, 1, .nan] { verify(throws: SourceError.self) { try Ducking(depth: depth) } }
    verify(throws: SourceError.self) { try Ducking(attack: 0) }
    verify(throws: SourceError.self) { try Ducking(release: 61) }
    verify(throws: SourceError.self) { try Ducking(hold: -1) }
    verify(throws: SourceError.self) { try Ducking(lookAhead: 61) }
  }
}
