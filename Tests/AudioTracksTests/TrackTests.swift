import AudioFiles
import AudioSources
import Synchronization
import TestSupport
import Testing

@testable import AudioTracks

/// A queue of sounds by itself: order, exact frames, one completion for each.
@Suite struct TrackTests {
  /// The frame that a sample of a `Numbered` tells.
  private func frames(_ sound: [Float]) -> [Int] { sound.map { Int(($0 * 1_048_576).rounded()) } }

  @Test(
    "sounds follow each other without a gap, and each completion comes right after its last frame",
    arguments: [1, 77, 512, 5_000])
  func queue(block: Int) throws {
    let recording = try Recording()
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    let ends = Mutex<[Int]>([])
    for length in [1_000, 1, 0, 20_001] {
      try track.enqueue(try Numbered(length), named: "\(length)") { outcome in
        guard case .finished = outcome else { return }
        ends.withLock { $0.append(recording.coordinator.frame) }
      }
    }
    recording.render(22_000, by: block)
    #expect(frames(recording.sound[0]) == Array(1...1_000) + [1] + Array(1...20_001) + Array(repeating: 0, count: 998))
    #expect(ends.withLock { $0 } == [1_000, 1_001, 1_001, 21_002])
    #expect(recording.coordinator.isIdle && !track.isLive)
  }

  @Test("a suspended track falls for 5 ms after frame N, and goes on from N", arguments: [1, 64, 1_024])
  func suspension(block: Int) throws {
    let recording = try Recording()
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    try track.enqueue(try Numbered(5_000) { _ in 0.5 }, named: "a")
    try track.enqueue(try Numbered(1_000), named: "b")
    recording.render(2_345, by: block)
    track.suspend()
    #expect(track.position == 2_345 && track.isLive && track.isSuspended)
    recording.render(1_000, by: block)
    let falling = (0..<240).map { 0.5 * ramp(240 - $0) }
    #expect(Array(recording.sound[0][2_345..<2_585]) == falling)
    #expect(recording.sound[0][2_585...].allSatisfy { $0 == 0 } && track.position == 2_345)
    track.resume()
    recording.render(5_000, by: block)
    let rising = (0..<240).map { 0.5 * ramp($0) }
    #expect(Array(recording.sound[0][3_345..<3_585]) == rising)
    #expect(
      recording.lines == [
        "0 voice began a", "2345 voice suspended at 2345", "3345 voice resumed at 2345", "6000 voice finished a",
        "6000 voice began b", "7000 voice finished b",
      ])
  }

  @Test("what is resumed on its way down is down first, and goes on from N")
  func changeOfMind() throws {
    let recording = try Recording()
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    try track.enqueue(try Numbered(5_000) { _ in 1 })
    recording.render(1_000)
    track.suspend()
    recording.render(100)
    track.resume()
    recording.render(6_000)
    let expected = (0..<240).map { ramp(240 - $0) } + (0..<240).map { ramp($0) }
    #expect(Array(recording.sound[0][1_000..<1_480]) == expected)
    #expect(recording.lines.last?.hasPrefix("5240 voice finished") == true)
  }

  @Test("a sound that is cancelled falls, and the next one begins as it is")
  func cancelling() throws {
    let recording = try Recording()
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    let first = try track.enqueue(try Numbered(5_000) { _ in 1 }, named: "a")
    let second = try track.enqueue(try Numbered(5_000) { _ in 1 }, named: "b")
    try track.enqueue(try Numbered(100) { _ in 0.25 }, named: "c")
    recording.render(1_000)
    #expect(track.cancel(second) && !track.cancel(second))
    #expect(track.cancel(first) && !track.cancel(first))
    recording.render(1_000)
    let expected = (0..<240).map { ramp(240 - $0) } + Array(repeating: 0.25, count: 100)
    #expect(Array(recording.sound[0][1_000..<1_340]) == expected)
    #expect(
      recording.lines == [
        "0 voice began a", "1000 voice cancelled b", "1240 voice cancelled a", "1240 voice began c",
        "1340 voice finished c",
      ])
  }

  @Test("all sounds of a suspended track are cancelled at once")
  func cancellingAll() throws {
    let recording = try Recording()
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    for name in ["a", "b", "c"] { try track.enqueue(try Numbered(5_000), named: name) }
    recording.render(10)
    track.suspend()
    recording.render(500)
    track.cancelAll()
    recording.render(0)
    #expect(
      recording.lines.suffix(3).sorted() == ["510 voice cancelled a", "510 voice cancelled b", "510 voice cancelled c"])
    #expect(recording.coordinator.isIdle)
  }

  @Test("a sound that fails fades out, is told, and the next one follows")
  func failure() throws {
    let recording = try Recording()
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    try track.enqueue(try Numbered(5_000, failsAfter: 0), named: "nothing")
    try track.enqueue(try Numbered(5_000, failsAfter: 2_048) { _ in 1 }, named: "half")
    try track.enqueue(try Numbered(10) { _ in 1 }, named: "last")
    recording.render(3_000)
    #expect(recording.sound[0][..<1_808].allSatisfy { $0 == 1 })
    #expect(Array(recording.sound[0][1_808..<2_048]) == (0..<240).map { ramp(239 - $0) })
    #expect(
      recording.lines == [
        "0 voice began nothing", "0 voice failed nothing", "0 voice began half", "2048 voice failed half",
        "2048 voice began last", "2058 voice finished last",
      ])
  }

  @Test("a sequence is one sound, which begins and ends once, and can be suspended anywhere")
  func composite() throws {
    let recording = try Recording()
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    try track.enqueue(try SequenceSource([Numbered(300), Numbered(400)]), named: "both")
    recording.render(350)
    track.suspend()
    recording.render(1_000)
    track.resume()
    recording.render(1_000)
    #expect(
      recording.lines == [
        "0 voice began both", "350 voice suspended at 350", "1350 voice resumed at 350", "1700 voice finished both",
      ])
  }

  @Test("a completion may enqueue what follows, which begins in the same frame")
  func chaining() throws {
    let recording = try Recording()
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    try track.enqueue(try Numbered(100), named: "a") { _ in
      _ = try? track.enqueue(Numbered(100), named: "b")
    }
    recording.render(300)
    #expect(frames(recording.sound[0]).prefix(200) == (Array(1...100) + Array(1...100))[...])
  }

  @Test("gain and balance go to their values in one ramp")
  func level() throws {
    let recording = try Recording(channels: 2)
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    try track.enqueue(try Numbered(5_000, channels: 2) { _ in 1 })
    recording.render(100)
    try track.setGain(-6, balance: 0.5, over: 0.01)
    recording.render(900)
    let (left, right) = (recording.sound[0], recording.sound[1])
    #expect(abs(left[999] - 0.250_594) < 1e-5 && abs(right[999] - 0.501_187) < 1e-5)
    #expect(zip(left[99...], left[100...]).allSatisfy { $0 >= $1 } && left[580] == left[999] && left[578] > left[999])
    #expect(throws: SourceError.self) { try track.setGain(25) }
    #expect(throws: SourceError.self) { try track.setGain(0, balance: 2) }
  }

  @Test("a track that is removed falls silent, completes its sounds, and leaves the others alone")
  func removal() throws {
    let recording = try Recording(policy: .mix)
    let first = try recording.coordinator.addTrack("first", priority: 1)
    let second = try recording.coordinator.addTrack("second", priority: 2)
    try first.enqueue(try Numbered(5_000) { _ in 0.5 }, named: "a")
    try second.enqueue(try Numbered(5_000) { _ in 0.25 }, named: "b")
    recording.render(1_000)
    second.remove()
    recording.render(1_000)
    #expect(recording.coordinator.allTracks == [first])
    #expect(recording.sound[0][1_240...].allSatisfy { $0 == 0.5 } && recording.sound[0][999] == 0.75)
    try second.enqueue(try Numbered(10), named: "late")
    recording.render(0)
    #expect(recording.lines.suffix(2) == ["1240 second cancelled b", "2000 second cancelled late"])
  }

  @Test("a coordinator is idle once its completions have returned, and is freed with what it has not reported")
  func idleAndFreed() throws {
    let recording = try Recording()
    let wasIdle = Mutex<Bool?>(nil)
    let track = try recording.coordinator.addTrack("voice", priority: 1)
    try track.enqueue(try Numbered(10)) { [weak recording] _ in
      let isIdle = recording?.coordinator.isIdle
      wasIdle.withLock { $0 = isIdle }
    }
    recording.render(20)
    #expect(wasIdle.withLock { $0 } == false && recording.coordinator.isIdle)
    weak var forgotten: AudioCoordinator?
    do {
      let coordinator = AudioCoordinator()
      let tracks = try (1...2).map { try coordinator.addTrack("\($0)", priority: $0) }
      for track in tracks { try track.enqueue(ToneSource(440, length: 10)) }
      forgotten = coordinator
    }
    #expect(forgotten == nil)
  }
}
