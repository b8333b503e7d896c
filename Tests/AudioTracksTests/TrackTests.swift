import AudioFiles
import AudioSources
import Synchronization
import TestSupport
import Testing

@testable import AudioTracks

/// A queue of sounds by itself: order, exact frames, one completion for each.
struct TrackTests {
  private func ones(_ length: Int, failsAfter: Int? = nil) throws -> Numbered {
    try Numbered(length, failsAfter: failsAfter) { _ in 1 }
  }

  @Test(
    """
    sounds follow each other without a gap, each completion comes right after its last frame, and what it enqueues \
    begins in the same frame
    """, arguments: [1, 77, 512, 5_000])
  func queue(block: Int) throws {
    let recording = try Recording()
    let track = try recording.track()
    let ends = Mutex<[Int]>([])
    for length in [1_000, 1, 0, 20_001] {
      try track.enqueue(try Numbered(length), named: "\(length)") { outcome in
        guard case .finished = outcome else { return }
        ends.withLock { $0.append(recording.coordinator.frame) }
        if length == 20_001 { _ = try? track.enqueue(Numbered(100)) }
      }
    }
    recording.render(22_000, by: block)
    let frames = recording.sound[0].map { Int(($0 * 1_048_576).rounded()) }
    verify(frames[..<21_002].elementsEqual(Array(1...1_000) + [1] + Array(1...20_001)))
    verify(frames[21_002...].elementsEqual(Array(1...100) + Array(repeating: 0, count: 898)))
    verify(ends.withLock { $0 }, equals: [1_000, 1_001, 1_001, 21_002])
    verify(recording.coordinator.isIdle && !track.isLive)
  }

  @Test("a suspended track falls for 5 ms after frame N, and goes on from N; a sequence is one sound")
  func suspension() throws {
    for block in [1, 64, 1_024] {
      let recording = try Recording()
      let track = try recording.track()
      try track.enqueue(try SequenceSource([ones(3_000), ones(2_000)]), named: "a")
      try track.enqueue(ones(1_000), named: "b")
      recording.render(2_345, by: block)
      track.suspend()
      verify(track.position == 2_345 && track.isLive && track.isSuspended)
      recording.render(1_000, by: block)
      verify(recording.sound[0][2_345..<2_585].elementsEqual(fall))
      verify(recording.sound[0][2_585...].allSatisfy { $0 == 0 } && track.position == 2_345)
      track.resume()
      recording.render(5_000, by: block)
      verify(recording.sound[0][3_345..<3_585].elementsEqual(rise))
      verify(
        recording.lines,
        equals: [
          "0 voice began a", "2345 voice suspended at 2345", "3345 voice resumed at 2345", "6000 voice finished a",
          "6000 voice began b", "7000 voice finished b",
        ])
    }
  }

  @Test("a sound that is cancelled falls, one that fails fades out, both are told, and the next one begins as it is")
  func cancellingAndFailure() throws {
    let recording = try Recording()
    let track = try recording.track()
    let first = try track.enqueue(ones(5_000), named: "a")
    let second = try track.enqueue(ones(5_000), named: "b")
    try track.enqueue(try Numbered(5_000, failsAfter: 0), named: "nothing")
    try track.enqueue(ones(5_000, failsAfter: 2_048), named: "half")
    try track.enqueue(try Numbered(100) { _ in 0.25 }, named: "c")
    recording.render(1_000)
    verify(track.cancel(second) && !track.cancel(second))
    verify(track.cancel(first) && !track.cancel(first))
    recording.render(3_000)
    let fading = (0..<240).map { ramp(239 - $0) } + [0.25, 0.25]
    verify(recording.sound[0][1_000..<1_240].elementsEqual(fall))
    verify(recording.sound[0][1_240..<3_048].allSatisfy { $0 == 1 })
    verify(recording.sound[0][3_048..<3_290].elementsEqual(fading))
    verify(
      recording.lines,
      equals: [
        "0 voice began a", "1000 voice cancelled b", "1240 voice cancelled a", "1240 voice began nothing",
        "1240 voice failed nothing", "1240 voice began half", "3288 voice failed half", "3288 voice began c",
        "3388 voice finished c",
      ])
  }

  @Test("gain and balance go to their values in one ramp")
  func level() throws {
    let recording = try Recording(channels: 2)
    let track = try recording.track()
    try track.enqueue(try Numbered(5_000, channels: 2) { _ in 1 })
    recording.render(100)
    try track.setGain(-6, balance: 0.5, over: 0.01)
    recording.render(900)
    let (left, right) = (recording.sound[0], recording.sound[1])
    verify(abs(left[999] - 0.250_594) < 1e-5 && abs(right[999] - 0.501_187) < 1e-5)
    verify(zip(left[99...], left[100...]).allSatisfy { $0 >= $1 } && left[580] == left[999] && left[578] > left[999])
    verify(throws: SourceError.self) { try track.setGain(25) }
    verify(throws: SourceError.self) { try track.setGain(0, balance: 2) }
  }

  @Test("a track that is removed falls silent, completes its sounds, and leaves the others alone")
  func removal() throws {
    let recording = try Recording(policy: .mix)
    let (first, second) = (try recording.track("first"), try recording.track("second", 2))
    try first.enqueue(try Numbered(5_000) { _ in 0.5 }, named: "a")
    try second.enqueue(try Numbered(5_000) { _ in 0.25 }, named: "b")
    recording.render(1_000)
    second.remove()
    recording.render(1_000)
    verify(recording.coordinator.allTracks, equals: [first])
    verify(recording.sound[0][1_240...].allSatisfy { $0 == 0.5 } && recording.sound[0][999] == 0.75)
    try second.enqueue(try Numbered(10), named: "late")
    recording.render(0)
    verify(recording.lines.suffix(2), equals: ["1240 second cancelled b", "2000 second cancelled late"])
  }

  @Test("a coordinator is idle once its completions have returned, and is freed with what it has not reported")
  func idleAndFreed() throws {
    let recording = try Recording()
    let wasIdle = Mutex<Bool?>(nil)
    try recording.track().enqueue(try Numbered(10)) { [weak recording] _ in
      let isIdle = recording?.coordinator.isIdle
      wasIdle.withLock { $0 = isIdle }
    }
    recording.render(20)
    verify(wasIdle.withLock { $0 } == false && recording.coordinator.isIdle)
    weak var forgotten: AudioCoordinator?
    do {
      let coordinator = AudioCoordinator()
      let tracks = try (1...2).map { try coordinator.addTrack("\($0)", priority: $0) }
      for track in tracks { try track.enqueue(ToneSource(440, length: 10)) }
      forgotten = coordinator
    }
    verify(forgotten == nil)
  }
}
