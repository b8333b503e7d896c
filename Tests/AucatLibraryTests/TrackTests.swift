import CAucat
import Foundation
import Synchronization
import TestSupport
import Testing

/// An event, which is released.
private struct Event: Equatable, CustomStringConvertible {
  var kind: aucat_event_kind
  var frame, sound, position: UInt64
  var track: String
  var name: String
  var failure: Failure?
  let description: String

  /// The next one of a coordinator; nil if there is none.
  init?(_ coordinator: OpaquePointer?) {
    guard let event = aucat_coordinator_next(coordinator) else { return nil }
    defer { aucat_event_free(event) }
    (kind, frame, sound) = (aucat_event_get_kind(event), aucat_event_frame(event), aucat_event_sound(event))
    (track, name) = (text(aucat_event_track_name(event)), text(aucat_event_name(event)))
    position = aucat_event_position(event)
    failure = aucat_event_error(event).map { error in
      Failure(
        code: aucat_error_get_code(error), message: text(aucat_error_message(error)), path: "",
        component: text(aucat_error_component(error)), offset: 0, suggestion: "")
    }
    description = "\(frame) \(track) \(kind.rawValue) \(name)\(position == 0 ? "" : "at \(position)")"
  }

  static func all(_ coordinator: OpaquePointer?) -> [Event] {
    var events: [Event] = []
    while let event = Event(coordinator) { events.append(event) }
    return events
  }

  var isEnd: Bool { (AUCAT_EVENT_FINISHED.rawValue...AUCAT_EVENT_FAILED.rawValue).contains(kind.rawValue) }
}

/// Memory for two channels.
private final class Block {
  let frames: Int
  let left: UnsafeMutablePointer<Float>
  private let right: UnsafeMutablePointer<Float>

  init(_ frames: Int) {
    self.frames = frames
    (left, right) = (.allocate(capacity: max(1, frames)), .allocate(capacity: max(1, frames)))
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  func render(_ coordinator: OpaquePointer?) -> Bool {
    aucat_coordinator_render(coordinator, [left, right], frames, nil)
  }
}

/// Tracks by the C library.
@Suite struct TrackTests {
  private func isReadable(_ descriptor: Int32, milliseconds: Int32 = 0) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1 && entry.revents == Int16(POLLIN)
  }

  private func coordinator() throws -> OpaquePointer { try #require(aucat_coordinator_new(48_000, 2, nil, nil)) }

  private func track(
    _ coordinator: OpaquePointer?, _ name: String, _ priority: Int32 = 1
  ) throws -> OpaquePointer {
    try #require(aucat_track_new(coordinator, name, priority, nil, nil, nil, nil))
  }

  /// Enqueues samples of one value, and returns the sound's number.
  @discardableResult private func enqueue(
    _ track: OpaquePointer?, _ frames: Int, _ value: Float = 0.5, named name: String = "", at frame: Int64 = -1
  ) -> UInt64 {
    let samples = [Float](repeating: value, count: frames)
    let source = samples.withUnsafeBufferPointer { samples in
      aucat_source_samples([samples.baseAddress, samples.baseAddress], frames, 48_000, 2, nil)
    }
    defer { aucat_source_free(source) }
    var number: UInt64 = 0
    #expect(outcome(aucat_track_enqueue(track, source, name, frame, &number, nil)))
    return number
  }

  @Test("a sound that is more urgent pauses the other one, which goes on at the same frame; events come in their order")
  func mail() throws {
    let coordinator = try coordinator()
    let (body, notices) = (try track(coordinator, "body"), try track(coordinator, "notices", 2))
    let subject = enqueue(body, 2_000, named: "subject")
    let bell = enqueue(notices, 480, 0.25, named: "bell", at: 1_000)
    let block = Block(4_000)
    #expect(block.render(coordinator))
    #expect(block.left[999] == 0.5 && block.left[1_300] == 0.25 && block.left[1_800] == 0.5)
    let events = Event.all(coordinator)
    #expect(
      events.map(\.description) == [
        "0 body 1 subject", "1000 body 7 at 1000", "1000 notices 1 bell", "1480 notices 2 bell", "1480 body 8 at 1000",
        "2480 body 2 subject",
      ])
    #expect(events.filter(\.isEnd).map(\.sound) == [bell, subject])
    #expect(aucat_coordinator_frame(coordinator) == 4_000 && aucat_coordinator_is_idle(coordinator))
    for one in [body, notices] { aucat_track_free(one) }
    aucat_coordinator_free(coordinator)
  }

  @Test("the descriptor is readable exactly while there is an event, one of thousands or the only one")
  func descriptor() throws {
    let coordinator = try coordinator()
    defer { aucat_coordinator_free(coordinator) }
    let descriptor = aucat_coordinator_descriptor(coordinator)
    let track = try track(coordinator, "many")
    defer { aucat_track_free(track) }
    #expect(!isReadable(descriptor) && Event(coordinator) == nil)
    let numbers = (0..<5_000).map { _ in enqueue(track, 1) }
    #expect(!isReadable(descriptor), "nothing has happened yet")
    let block = Block(5_000)
    #expect(block.render(coordinator))
    var ended: [UInt64] = []
    for index in 0..<10_000 {
      if index % 500 == 0 { #expect(isReadable(descriptor)) }
      guard let event = Event(coordinator) else { break }
      if event.isEnd { ended.append(event.sound) }
    }
    #expect(ended == numbers && !isReadable(descriptor) && Event(coordinator) == nil)
    enqueue(track, 1)
    #expect(Block(1).render(coordinator) && isReadable(descriptor))
    #expect(Event.all(coordinator).count == 2 && !isReadable(descriptor))
  }

  @Test(
    "on a device, sounds that several threads enqueue and cancel end once each, for whoever waits", .endsIfItHangs)
  func live() async throws {
    final class Shared: @unchecked Sendable {
      let coordinator: OpaquePointer
      let tracks: [OpaquePointer]
      let enqueued = Mutex<[UInt64]>([])
      let ended = Mutex<[UInt64]>([])

      init(_ coordinator: OpaquePointer, _ tracks: [OpaquePointer]) {
        (self.coordinator, self.tracks) = (coordinator, tracks)
      }
    }
    let made = try coordinator()
    let usual = aucat_policy_of(AUCAT_POLICY_MIX)
    let tracks = try (0..<4).map { try track(made, "track \($0)", Int32($0)) }
    for upper in tracks {
      for lower in tracks {
        #expect(withUnsafePointer(to: usual) { aucat_coordinator_set_policy(made, upper, lower, $0, nil) })
      }
    }
    let shared = Shared(made, tracks)
    #expect(outcome(aucat_coordinator_start(made, "null", nil, nil, 0, nil)))
    let count = 4 * 300
    await withTaskGroup(of: Void.self) { group in
      for track in shared.tracks.indices {
        group.addTask {
          for index in 0..<300 {
            let number = enqueue(shared.tracks[track], 100)
            shared.enqueued.withLock { $0.append(number) }
            if index % 3 == 0 { _ = aucat_track_cancel(shared.tracks[track], number) }
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          let limit = ContinuousClock.now + .seconds(60)
          while shared.ended.withLock({ $0.count }) < count, .now < limit {
            _ = isReadable(aucat_coordinator_descriptor(shared.coordinator), milliseconds: 10)
            let found = Event(shared.coordinator)
            if let found, found.isEnd { shared.ended.withLock { $0.append(found.sound) } }
          }
        }
      }
    }
    #expect(shared.ended.withLock { $0.sorted() } == shared.enqueued.withLock { $0.sorted() })
    let deadline = ContinuousClock.now + .seconds(10)
    while !aucat_coordinator_is_idle(made), .now < deadline { usleep(1_000) }
    #expect(Event.all(made).filter(\.isEnd).isEmpty)
    for track in tracks { aucat_track_free(track) }
    aucat_coordinator_free(made)
  }

  @Test("objects are released in any order: a track plays on until it is removed, and nothing after its coordinator")
  func lifetimes() throws {
    let made = try coordinator()
    let (kept, freed, removed) = (try track(made, "kept"), try track(made, "freed"), try track(made, "removed"))
    let numbers = [freed, removed, kept].map { enqueue($0, 100) }
    let number = aucat_track_number(freed)
    aucat_track_free(freed)
    aucat_track_remove(removed)
    let late = enqueue(removed, 100)
    let block = Block(50)
    #expect(block.render(made) && block.left[10] == 1, "two of three")
    #expect(block.render(made) && block.render(made))
    let ends = Event.all(made).filter(\.isEnd)
    #expect(Set(ends.map(\.sound)) == Set(numbers + [late]) && ends.count == 4)
    #expect(ends.filter { $0.kind == AUCAT_EVENT_CANCELLED }.map(\.sound) == [numbers[1], late])
    #expect(ends.contains { $0.track == "freed" } && number == 2)
    aucat_track_free(removed)
    let descriptor = aucat_coordinator_descriptor(made)
    #expect(outcome(aucat_coordinator_start(made, "null", nil, nil, 0, nil)))
    enqueue(kept, 48_000)
    aucat_coordinator_free(made)
    #expect(fcntl(descriptor, F_GETFD) == -1 || !isReadable(descriptor))
    enqueue(kept, 100)
    let position = aucat_track_position(kept)
    usleep(20_000)
    #expect(aucat_track_position(kept) == position && aucat_track_is_live(kept))
    #expect(aucat_track_cancel(kept, 1_000) == false)
    aucat_track_cancel_all(kept)
    aucat_track_remove(kept)
    aucat_track_free(kept)
  }

  @Test("a source of the host is read by the device's thread, and by nobody after a stop")
  func ownSources() throws {
    let made = try coordinator()
    defer { aucat_coordinator_free(made) }
    let track = try track(made, "own")
    defer { aucat_track_free(track) }
    final class Reads: Sendable { let count = Atomic(0) }
    let reads = Reads()
    let context = Unmanaged.passUnretained(reads).toOpaque()
    let read: aucat_source_fn = { channels, frames, context in
      guard let context, let channels else { return 0 }
      Unmanaged<Reads>.fromOpaque(context).takeUnretainedValue().count.add(1, ordering: .relaxed)
      for channel in 0..<2 { channels[channel]?.update(repeating: 0.125, count: frames) }
      return frames
    }
    let source = aucat_source_new(read, context, 48_000, 2, nil)
    #expect(outcome(aucat_track_enqueue(track, source, nil, -1, nil, nil)))
    aucat_source_free(source)
    #expect(outcome(aucat_coordinator_start(made, "null", nil, nil, 0, nil)))
    let deadline = ContinuousClock.now + .seconds(10)
    while aucat_track_position(track) < 20_000, .now < deadline { usleep(1_000) }
    var error: OpaquePointer?
    let block = Block(480)
    #expect(!aucat_coordinator_render(made, [block.left, block.left], 480, &error))
    #expect(taken(error).message == "the coordinator plays on a device; call aucat_coordinator_stop first")
    #expect(code { aucat_coordinator_start(made, "null", nil, nil, 0, $0) } == AUCAT_ERROR_ARGUMENT)
    aucat_coordinator_stop(made)
    let count = reads.count.load(ordering: .relaxed)
    usleep(50_000)
    #expect(count > 10 && reads.count.load(ordering: .relaxed) == count)
    #expect(block.render(made) && block.left[479] == 0.125, "the host renders what is left")
  }

  @Test("a sound that fails is told with its reason, and the next one follows")
  func failure() throws {
    let made = try coordinator()
    defer { aucat_coordinator_free(made) }
    let track = try track(made, "fails")
    defer { aucat_track_free(track) }
    let source = aucat_source_new({ _, frames, _ in frames + 1 }, nil, 48_000, 2, nil)
    #expect(outcome(aucat_track_enqueue(track, source, "bad", -1, nil, nil)))
    aucat_source_free(source)
    enqueue(track, 100, named: "good")
    #expect(Block(200).render(made))
    let ends = Event.all(made).filter(\.isEnd)
    #expect(ends.map(\.name) == ["bad", "good"] && ends[0].kind == AUCAT_EVENT_FAILED)
    #expect(ends[0].failure?.code == AUCAT_ERROR_INTERRUPTED && ends[1].failure == nil)
  }

  @Test("sounds go through a track's chain with its tail; a plugin that crashes is named, and its input heard")
  func chains() throws {
    let host = Host()
    let made = try coordinator()
    defer { aucat_coordinator_free(made) }
    var options = aucat_render_defaults()
    options.tail = 0.01
    let chain = host.chain("gain-stereo")
    #expect(outcome(aucat_chain_set(chain, 0, "gain", 0.5, nil)))
    let quiet = try #require(aucat_track_new(made, "quiet", 1, host.catalog, chain, &options, nil))
    let broken = try #require(
      aucat_track_new(made, "broken", 1, host.catalog, host.chain("crash-run"), &options, nil))
    defer { for track in [quiet, broken] { aucat_track_free(track) } }
    enqueue(quiet, 1_000, 0.5)
    let block = Block(1_480)
    #expect(block.render(made) && block.left[999] == 0.25 && block.left[1_000] == 0)
    let end = Event.all(made).last
    #expect(end?.kind == AUCAT_EVENT_FINISHED && end?.frame == 1_480, "\(String(describing: end))")
    enqueue(broken, 1_000, 0.5)
    #expect(block.render(made) && block.left[500] == 0.5)
    let fall = Event.all(made).first { $0.kind == AUCAT_EVENT_PLUGIN }
    #expect(fall?.failure?.code == AUCAT_ERROR_PLUGIN && fall?.failure?.component == TestPlugins.uri("crash-run"))
    #expect(fall?.track == "broken")
  }

  @Test("focus, levels and ducking do what they do in Swift")
  func controls() throws {
    let made = try coordinator()
    defer { aucat_coordinator_free(made) }
    let (low, high) = (try track(made, "low", 1), try track(made, "high", 2))
    defer { for track in [low, high] { aucat_track_free(track) } }
    enqueue(low, 100_000, 0.5)
    enqueue(high, 100_000, 0.25)
    let block = Block(4_800)
    func level() -> Float { block.render(made) ? block.left[4_799] : -1 }
    #expect(level() == 0.25)
    aucat_track_yield(high)
    #expect(level() == 0.5 && aucat_track_has_yielded(high))
    aucat_track_claim(high)
    aucat_track_suspend(high)
    #expect(level() == 0 && aucat_track_is_suspended(high))
    aucat_track_resume(high)
    aucat_track_set_priority(high, 0)
    #expect(level() == 0.5 && aucat_track_priority(high) == 0)
    aucat_track_set_priority(high, 2)
    var policy = aucat_policy_of(AUCAT_POLICY_DUCK)
    (policy.depth, policy.hold) = (-20, 0)
    #expect(outcome(aucat_coordinator_set_policy(made, high, low, &policy, nil)))
    #expect(abs(level() - 0.3) < 0.001)
    aucat_coordinator_will_leave(made)
    #expect(block.render(made) && abs(level() - 0.75) < 0.4)
    aucat_coordinator_did_return(made)
    #expect(abs(level() - 0.3) < 0.001)
    aucat_coordinator_suspend(made)
    #expect(level() == 0)
    aucat_coordinator_resume(made)
    #expect(outcome(aucat_track_set_gain(high, -200, 0, 0.005, nil)))
    aucat_track_cancel_all(low)
    #expect(level() < 0.001)
    aucat_track_set_keeps_ducking(high, true)
    #expect(aucat_track_keeps_ducking(high) && !aucat_track_keeps_ducking(low))
    #expect(aucat_track_missing(high) == 0)
  }

  @Test("what is missing or out of range is an error that says what helps, and nothing crashes")
  func arguments() throws {
    let (made, other) = (try coordinator(), try coordinator())
    let (mine, foreign) = (try track(made, "mine"), try track(other, "foreign"))
    let silence = aucat_source_silence(1, 48_000, 2, nil)
    defer {
      for track in [mine, foreign] { aucat_track_free(track) }
      for one in [made, other] { aucat_coordinator_free(one) }
      aucat_source_free(silence)
    }
    var unknown = aucat_policy_of(aucat_policy_kind(rawValue: 9))
    var deep = aucat_policy_of(AUCAT_POLICY_DUCK)
    deep.depth = .nan
    var empty = aucat_policy()
    let calls: [(UnsafeMutablePointer<OpaquePointer?>) -> Bool] = [
      { aucat_coordinator_new(0, 2, nil, $0) != nil }, { aucat_coordinator_new(48_000, 0, nil, $0) != nil },
      { aucat_coordinator_new(.nan, 2, nil, $0) != nil }, { aucat_coordinator_new(48_000, 2, &unknown, $0) != nil },
      { aucat_coordinator_new(48_000, 2, &deep, $0) != nil }, { aucat_coordinator_new(48_000, 2, &empty, $0) != nil },
      { aucat_coordinator_set_policy(nil, mine, mine, nil, $0) },
      { aucat_coordinator_set_policy(made, nil, mine, nil, $0) },
      { aucat_coordinator_set_policy(made, mine, foreign, nil, $0) }, { aucat_coordinator_render(nil, nil, 0, $0) },
      { aucat_coordinator_render(made, nil, 0, $0) }, { aucat_coordinator_render(made, [nil, nil], 1, $0) },
      { aucat_coordinator_start(nil, "null", nil, nil, 0, $0) },
      { aucat_coordinator_start(made, nil, nil, nil, 0, $0) },
      { aucat_coordinator_start(made, "alsa", nil, nil, 0, $0) },
      { aucat_coordinator_start(made, "jack", nil, nil, 1, $0) }, { aucat_device_rate("", nil, $0) },
      { aucat_track_new(nil, "x", 1, nil, nil, nil, $0) != nil },
      { aucat_track_new(made, nil, 1, nil, nil, nil, $0) != nil },
      { aucat_track_enqueue(nil, silence, nil, -1, nil, $0) }, { aucat_track_enqueue(mine, nil, nil, -1, nil, $0) },
      { aucat_track_set_gain(nil, 0, 0, 1, $0) }, { aucat_track_set_gain(mine, 100, 0, 1, $0) },
      { aucat_track_set_gain(mine, 0, 2, 1, $0) }, { aucat_track_set_gain(mine, 0, 0, 0, $0) },
      { aucat_source_samples(nil, 1, 48_000, 2, $0) != nil },
      { aucat_source_samples([nil, nil], 1, 48_000, 2, $0) != nil },
    ]
    for (number, call) in calls.enumerated() { #expect(code(call) == AUCAT_ERROR_ARGUMENT, "\(number)") }
    var error: OpaquePointer?
    #expect(!outcome(aucat_coordinator_start(made, "alsa", nil, nil, 0, &error)))
    #expect(taken(error).message == "there is no device `alsa`; use jack or null")
    var rate = 0.0
    #expect(outcome(aucat_device_rate("null", &rate, nil)) && rate == 48_000)
    #expect(aucat_coordinator_next(nil) == nil && aucat_coordinator_descriptor(nil) == -1)
    #expect(aucat_coordinator_frame(nil) == 0 && !aucat_coordinator_is_idle(nil) && !aucat_track_cancel(nil, 1))
    #expect(aucat_event_get_kind(nil) == AUCAT_EVENT_NONE && aucat_event_name(nil) == nil)
    #expect(aucat_event_error(nil) == nil && aucat_event_message(nil) == nil && aucat_track_number(nil) == 0)
    for release in [aucat_coordinator_free, aucat_track_free, aucat_event_free, aucat_coordinator_stop] { release(nil) }
  }
}
