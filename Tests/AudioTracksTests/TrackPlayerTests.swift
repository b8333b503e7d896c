import AudioSources
import Foundation
import LiveSound
import Synchronization
import TestSupport
import Testing

@testable import AudioTracks

/// Tracks on the null device, whose thread renders while another one feeds.
@Suite(.serialized) struct TrackPlayerTests {
  private func wait(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(20)
    while !condition(), .now < deadline { usleep(1_000) }
    return condition()
  }

  @Test("sounds are heard in their time, a prompt pauses the body, and each completion comes once")
  func mail() throws {
    let lines = Mutex<[String]>([])
    let coordinator = AudioCoordinator { event in
      if case .ended(let item, _) = event.kind { lines.withLock { $0.append(item.name) } }
    }
    let body = try coordinator.addTrack("body", priority: 1)
    let notices = try coordinator.addTrack("notices", priority: 2)
    let player = TrackPlayer(coordinator, on: .null)
    try player.start()
    let counts = Mutex(0)
    try body.enqueue(ToneSource(220, length: 24_000), named: "body") { _ in counts.withLock { $0 += 1 } }
    verify(wait { body.position > 4_800 })
    try notices.enqueue(ToneSource(880, length: 4_800), named: "notice") { _ in counts.withLock { $0 += 1 } }
    verify(wait { notices.position > 0 })
    let stopped = body.position
    usleep(20_000)
    verify(body.position, equals: stopped, "the body waits")
    verify(wait { coordinator.isIdle })
    player.stop()
    verify(lines.withLock { $0 } == ["notice", "body"] && counts.withLock { $0 } == 2)
  }

  @Test("prompts begin soon after their requests, in blocks of 256 frames")
  func prompts() throws {
    let coordinator = AudioCoordinator()
    let prompts = try coordinator.addTrack("prompts", priority: 1)
    let player = TrackPlayer(coordinator, on: .null)
    try player.start()
    defer { player.stop() }
    let delays = try (0..<10).map { _ in
      let asked = coordinator.frame
      try prompts.enqueue(ToneSource(880, length: 1_200))
      verify(wait { prompts.position > 0 })
      let delay = coordinator.frame - asked
      verify(wait { coordinator.isIdle })
      return delay
    }
    // 20 ms are 960 frames. A machine that is busy takes longer.
    verify(delays.contains { $0 <= 960 }, "\(delays)")
  }

  @Test("start waits for no source; one that blocks makes its track silent, which is counted, and loses nothing")
  func blocking() throws {
    let coordinator = AudioCoordinator()
    let track = try coordinator.addTrack("late", priority: 1)
    let player = TrackPlayer(coordinator, on: .null)
    // How many frames may be read.
    let limit = Atomic(0)
    let isOver = Atomic(false)
    let deadline = ContinuousClock.now + .seconds(20)
    try track.enqueue(
      try Numbered(48_000, channels: 2) { frame in
        while frame >= limit.load(ordering: .relaxed), .now < deadline { usleep(1_000) }
        return 0.1
      }
    ) { _ in isOver.store(true, ordering: .relaxed) }
    try player.start()
    verify(ContinuousClock.now < deadline)
    limit.store(30_000, ordering: .relaxed)
    verify(wait { track.position > 0 && track.missingFrames > 0 })
    verify(track.isLive && ContinuousClock.now < deadline)
    limit.store(48_000, ordering: .relaxed)
    verify(wait { isOver.load(ordering: .relaxed) })
    player.stop()
  }

  @Test(
    "a source that is no faster than the device delays no outcome of others, nor stop, which reports what has ended",
    .endsIfItHangs)
  func paced() throws {
    let coordinator = AudioCoordinator(policy: .mix)
    let (radio, bells) = (
      try coordinator.addTrack("radio", priority: 1), try coordinator.addTrack("bells", priority: 2)
    )
    // Each portion of both channels takes as long to read as to play.
    try radio.enqueue(
      try Numbered(48_000_000, channels: 2) { frame in
        if frame % 1_024 == 0 { usleep(11_000) }
        return 0.1
      })
    for _ in 0..<5 {
      let outcomes = Mutex<[String]>([])
      let player = TrackPlayer(coordinator, on: .null)
      try player.start()
      for (name, length) in [("a", 2_400), ("b", 480_000), ("c", 100)] {
        try bells.enqueue(ToneSource(880, length: length)) { outcome in
          outcomes.withLock { $0.append("\(outcome) \(name)") }
        }
      }
      verify(wait { outcomes.withLock { $0 } == ["finished a"] && bells.position > 0 })
      bells.cancelAll()
      player.stop()
      verify(outcomes.withLock { $0.contains("cancelled c") }, "\(outcomes.withLock { $0 })")
    }
    verify(radio.items.count, equals: 1)
  }

  @Test("a server that goes and comes back loses no completion: a clock plays on meanwhile", .endsIfItHangs)
  func lost() throws {
    let server = TestServer()
    let notices = Mutex<[TrackPlayer.Notice]>([])
    let ended = Mutex<[String]>([])
    let coordinator = AudioCoordinator()
    let track = try coordinator.addTrack("voice", priority: 1)
    for name in ["a", "b", "c"] {
      try track.enqueue(try Numbered(12_000, channels: 2) { _ in 0.5 }, named: name) { _ in
        ended.withLock { $0.append(name) }
      }
    }
    let player = TrackPlayer(coordinator, on: server, DeviceWishes(inputs: 0, outputs: 2, hasMIDI: false)) { notice in
      notices.withLock { $0.append(notice) }
    }
    try player.start()
    verify(wait { server.block()?.last == 0.5 })
    for _ in 0..<20 { verify(server.block()?.allSatisfy { $0 == 0.5 }, equals: true) }
    server.lose()
    verify(wait { !ended.withLock { $0.isEmpty } }, "the clock plays on")
    server.comeBack()
    verify(wait { notices.withLock { $0.contains(.back) } })
    verify(wait { server.block() != nil && coordinator.isIdle })
    player.stop()
    verify(ended.withLock { $0 }, equals: ["a", "b", "c"])
    verify(notices.withLock { $0 }, equals: [.lost("a test"), .back])
  }
}
