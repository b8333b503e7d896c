import AudioFiles
import AudioSources
import TestSupport
import Testing

@testable import AudioTracks

/// Which tracks may sound, and how loud: measured in the mix.
@Suite struct CoordinatorTests {
  private func constant(_ length: Int, _ value: Float = 1) throws -> Numbered { try Numbered(length) { _ in value } }

  @Test(
    "the mail program: the body stops in mid-sentence for the notice, and goes on at the same frame",
    arguments: [1, 100, 4_096])
  func mail(block: Int) throws {
    let recording = try Recording()
    let coordinator = recording.coordinator
    let body = try coordinator.addTrack("body", priority: 1)
    let notices = try coordinator.addTrack("notices", priority: 2)
    let prompts = try coordinator.addTrack("prompts", priority: 3)
    try body.enqueue(constant(48_000, 0.5), named: "subject")
    recording.render(10_000, by: block)
    try notices.enqueue(constant(4_800, 0.25), named: "mail")
    recording.render(1_200, by: block)
    try prompts.enqueue(constant(2_400, 0.125), named: "prompt")
    recording.render(60_000, by: block)
    #expect(
      recording.lines == [
        "0 body began subject", "10000 body paused by notices at 10000", "10000 notices began mail",
        "11200 notices paused by prompts at 1200", "11200 prompts began prompt", "13600 prompts finished prompt",
        "13600 notices continued at 1200", "17200 notices finished mail", "17200 body continued at 10000",
        "55200 body finished subject",
      ])
    let sound = recording.sound[0]
    #expect(sound[9_999] == 0.5 && sound[10_000] == 0.75 && sound[10_240] == 0.25)
    #expect(sound[11_500] == 0.125 && sound[17_199] == 0.25 && sound[17_200] == 0 && sound[17_440] == 0.5)
    #expect(sound[55_199] == 0.5 && sound[55_200] == 0)
  }

  @Test("the mix is the same, to the bit, in any blocks")
  func blocks() throws {
    let first = try scene(by: 1)
    for block in [7, 256, 1_024, 40_000] { #expect(try scene(by: block) == first, "\(block)") }
  }

  /// What changes them changes what is heard: who means to, replaces the number.
  @Test("a scene of a duck, a suspension and a scheduled sound has the same bits on every machine")
  func golden() throws {
    let hash = try scene(by: 512).reduce(14_695_981_039_346_656_037 as UInt64) { hash, sample in
      (hash ^ UInt64(sample.bitPattern)) &* 1_099_511_628_211
    }
    #expect(hash == 13_671_195_072_961_435_719)
  }

  private func scene(by block: Int) throws -> [Float] {
    let recording = try Recording(policy: .duck(Ducking(depth: -18, attack: 0.02, release: 0.1, hold: 0.05)))
    let music = try recording.coordinator.addTrack("music", priority: 1)
    let voice = try recording.coordinator.addTrack("voice", priority: 2)
    try music.enqueue(try Numbered(30_000) { Float($0 % 97) / 97 })
    try voice.enqueue(try Numbered(3_000) { Float($0 % 89) / 89 }, at: 4_444)
    recording.render(6_000, by: block)
    voice.suspend()
    recording.render(123, by: block)
    voice.resume()
    recording.render(20_000, by: block)
    return recording.sound[0]
  }

  @Test("equal priorities are mixed, a suspended track keeps its place, and a yielded one gives it up")
  func focus() throws {
    let recording = try Recording()
    let low = try recording.coordinator.addTrack("low", priority: 1)
    let high = try recording.coordinator.addTrack("high", priority: 2)
    let equal = try recording.coordinator.addTrack("equal", priority: 2)
    try low.enqueue(constant(100_000, 0.5))
    try high.enqueue(constant(10_000, 0.25))
    try equal.enqueue(constant(1_000, 0.125))
    recording.render(1_000)
    #expect(recording.sound[0].allSatisfy { $0 == 0.375 })
    high.suspend()
    recording.render(1_000)
    #expect(recording.sound[0][1_240...].allSatisfy { $0 == 0 }, "what is live counts, suspended or not")
    high.yield()
    recording.render(1_000)
    #expect(recording.sound[0][2_999] == 0.5)
    high.resume()
    recording.render(1_000)
    #expect(recording.sound[0][3_999] == 0.5, "what was yielded does not come back by itself")
    high.claim()
    recording.render(1_000)
    #expect(recording.sound[0][4_999] == 0.25)
  }

  @Test("all tracks are suspended and resumed at once, but for those that are suspended by themselves")
  func together() throws {
    let recording = try Recording(policy: .mix)
    let first = try recording.coordinator.addTrack("first", priority: 1)
    let second = try recording.coordinator.addTrack("second", priority: 2)
    try first.enqueue(constant(10_000, 0.5))
    try second.enqueue(constant(10_000, 0.25))
    recording.render(1_000)
    recording.coordinator.suspend()
    second.suspend()
    recording.render(1_000)
    recording.coordinator.resume()
    recording.render(1_000)
    #expect(recording.sound[0][999] == 0.75 && recording.sound[0][1_999] == 0 && recording.sound[0][2_999] == 0.5)
    #expect(first.position == 2_000 && second.position == 1_000)
  }

  @Test("tracks come and go, and policies change, while others play")
  func changes() throws {
    let recording = try Recording()
    let low = try recording.coordinator.addTrack("low", priority: 1)
    try low.enqueue(constant(100_000, 0.5))
    recording.render(500)
    let high = try recording.coordinator.addTrack("high", priority: 2)
    try high.enqueue(constant(10_000, 0.25))
    recording.render(500)
    recording.coordinator.setPolicy(.mix, of: high, over: low)
    recording.render(500)
    high.priority = 0
    recording.coordinator.setPolicy(nil, of: high, over: low)
    recording.render(500)
    high.remove()
    recording.render(500)
    #expect([499, 999, 1_499, 1_999, 2_499].map { recording.sound[0][$0] } == [0.5, 0.25, 0.75, 0.5, 0.5])
  }
}

/// Gain traces of a track of ones below tracks of silence: the mix is the gain.
@Suite struct DuckingTests {
  private func ones() throws -> Numbered { try Numbered(1_000_000) { _ in 1 } }
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

  @Test("the ramp begins with the prompt, and goes to the depth and back once")
  func depth() throws {
    let recording = try Recording(policy: .duck(Ducking(depth: -12, attack: 0.05, release: 0.5, hold: 0.25)))
    let music = try recording.coordinator.addTrack("music", priority: 1)
    let prompts = try recording.coordinator.addTrack("prompts", priority: 2)
    try music.enqueue(ones(), named: "song")
    recording.render(10_000)
    try prompts.enqueue(silence(24_000), named: "prompt")
    recording.render(90_000)
    let gains = recording.sound[0]
    let ramps = ramps(gains)
    #expect(ramps.count == 2 && ramps[0].isDown && !ramps[1].isDown)
    // The prompt, 10,000 to 34,000; the hold, 12,000 frames more.
    #expect(ramps[0].frames == 10_001..<12_401 && (46_001...46_020).contains(ramps[1].frames.lowerBound))
    #expect(ramps[1].frames.upperBound <= 70_001 && gains[70_000] == 1)
    #expect(abs(gains[20_000] - 0.251_189) < 1e-6)
    #expect(
      recording.lines == [
        "0 music began song", "10000 music ducked to -12.0 in 0.05", "10000 prompts began prompt",
        "34000 prompts finished prompt", "46000 music ducked to 0.0 in 0.5",
      ])
  }

  @Test("five prompts 0.8 s apart with 2 s of hold make one ramp down and one up")
  func holding() throws {
    let recording = try Recording(policy: .duck(Ducking(depth: -12, hold: 2)))
    let music = try recording.coordinator.addTrack("music", priority: 1)
    let prompts = try recording.coordinator.addTrack("prompts", priority: 2)
    try music.enqueue(ones())
    recording.render(4_800)
    for _ in 0..<5 {
      try prompts.enqueue(silence(14_400))
      recording.render(38_400)
    }
    recording.render(200_000)
    let ramps = ramps(recording.sound[0])
    #expect(ramps.map(\.isDown) == [true, false])
    #expect(recording.lines.filter { $0.contains("ducked") }.count == 2)
  }

  @Test("what is scheduled is ducked for before it begins")
  func lookAhead() throws {
    let recording = try Recording(policy: .duck(Ducking(depth: -20, attack: 0.1, hold: 0)))
    let music = try recording.coordinator.addTrack("music", priority: 1)
    let prompts = try recording.coordinator.addTrack("prompts", priority: 2)
    try music.enqueue(ones())
    try prompts.enqueue(silence(1_000), named: "prompt", at: 48_000)
    recording.render(60_000)
    let gains = recording.sound[0]
    #expect(gains[43_200] == 1 && gains[43_202] < 1 && abs(gains[48_000] - 0.1) < 1e-6)
    #expect(recording.lines.contains("48000 prompts began prompt"))
  }

  @Test("what can't be heard ducks nothing, and the deepest duck counts")
  func deepest() throws {
    let recording = try Recording(policy: .mix)
    let music = try recording.coordinator.addTrack("music", priority: 1)
    let one = try recording.coordinator.addTrack("one", priority: 2)
    let two = try recording.coordinator.addTrack("two", priority: 3)
    recording.coordinator.setPolicy(.duck(try Ducking(depth: -6, hold: 0)), of: one, over: music)
    recording.coordinator.setPolicy(.duck(try Ducking(depth: -20, hold: 0)), of: two, over: music)
    try music.enqueue(ones())
    try one.enqueue(silence(200_000))
    recording.render(10_000)
    try two.enqueue(silence(20_000))
    recording.render(10_000)
    two.suspend()
    recording.render(40_000)
    one.suspend()
    recording.render(40_000)
    let gains = recording.sound[0]
    #expect(abs(gains[9_999] - 0.501_187) < 1e-5 && abs(gains[19_999] - 0.1) < 1e-5)
    #expect(abs(gains[59_999] - 0.501_187) < 1e-5 && gains[99_999] == 1)
  }

  @Test("a ramp that is overtaken goes on from where it is")
  func overtaken() throws {
    let recording = try Recording(policy: .duck(Ducking(depth: -40, attack: 0.2, release: 0.2, hold: 0)))
    let music = try recording.coordinator.addTrack("music", priority: 1)
    let prompts = try recording.coordinator.addTrack("prompts", priority: 2)
    try music.enqueue(ones())
    recording.render(100)
    for _ in 0..<6 {
      try prompts.enqueue(silence(3_000))
      recording.render(5_000)
    }
    recording.render(20_000)
    let gains = recording.sound[0]
    let steps = zip(gains, gains.dropFirst()).map { abs($0 - $1) }
    #expect((steps.max() ?? 1) < 1.6 / 9_600 && gains.last == 1)
  }

  // MARK: The brief's game

  /// The game's music, and its speech, which is vital in one mode: the music stays ducked then.
  private func game() throws -> (Recording, speech: AudioTrack) {
    let recording = try Recording(policy: .duck(Ducking(depth: -12, attack: 0.1, release: 0.1, hold: 0)))
    let music = try recording.coordinator.addTrack("music", priority: 1)
    let speech = try recording.coordinator.addTrack("speech", priority: 2)
    try music.enqueue(ones())
    speech.keepsDucking = true
    recording.render(48_000)
    return (recording, speech)
  }

  @Test("the right sequence of twelve steps: one ramp up when the game leaves, and nobody hears the change of the mode")
  func twelveSteps() throws {
    let (recording, speech) = try game()
    let coordinator = recording.coordinator
    #expect(
      abs(recording.sound[0][47_999] - 0.251_189) < 1e-5,
      "1 to 3: the speaking mode; audio is set up; the music is down")
    coordinator.willLeave()
    recording.render(48_000)
    #expect(
      recording.sound[0][48_000 + 4_800] == 1, "4 to 6: the game leaves, its ducking is off at once; the music comes up"
    )
    recording.render(48_000)
    speech.keepsDucking = false
    coordinator.didReturn()
    recording.render(12_000)
    speech.keepsDucking = false
    recording.render(48_000)
    #expect(
      ramps(recording.sound[0]).map(\.isDown) == [true, false],
      "7 to 12: back, decided anew; the late notice changes nothing")
  }

  @Test("the wrong sequence of thirteen steps: loud, quiet, loud within half a second")
  func thirteenSteps() throws {
    let (recording, speech) = try game()
    let coordinator = recording.coordinator
    coordinator.willLeave()
    recording.render(96_000)
    // The mode was changed in the settings, which the game is not told before it is back.
    coordinator.didReturn()
    recording.render(12_000)
    speech.keepsDucking = false
    recording.render(96_000)
    let ramps = ramps(recording.sound[0])
    #expect(ramps.map(\.isDown) == [true, false, true, false])
    #expect(ramps[3].frames.upperBound - ramps[2].frames.lowerBound <= 24_000, "what the listener is confused by")
  }

  @Test("a host that leaves and comes back as it was is ducked for again, before anything sounds")
  func unchanged() throws {
    let (recording, speech) = try game()
    recording.coordinator.willLeave()
    recording.coordinator.suspend()
    recording.render(48_000)
    recording.coordinator.didReturn()
    recording.render(9_600)
    recording.coordinator.resume()
    recording.render(9_600)
    #expect(speech.keepsDucking && abs(recording.sound[0][115_199] - 0.251_189) < 1e-5)
    #expect(recording.sound[0][57_600..<105_600].allSatisfy { $0 == 0 })
  }

  @Test("numbers out of range are errors", arguments: [-61.0, 1, .nan])
  func ranges(depth: Double) {
    #expect(throws: SourceError.self) { try Ducking(depth: depth) }
    #expect(throws: SourceError.self) { try Ducking(attack: 0) }
    #expect(throws: SourceError.self) { try Ducking(release: 61) }
    #expect(throws: SourceError.self) { try Ducking(hold: -1) }
    #expect(throws: SourceError.self) { try Ducking(lookAhead: 61) }
  }
}
