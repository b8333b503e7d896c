import CAucat
import Foundation
import Synchronization
import TestSupport
import Testing

/// An event, which is released.
private struct Event: CustomStringConvertible {
  var kind: aucat_event_kind
  var frame, sound, position: UInt64
  var track, name: String
  /// The error's code and component.
  var failure: (code: aucat_error_code, component: String)?

  /// The next one of a coordinator; nil if there is none.
  init?(_ coordinator: OpaquePointer?) {
    guard let event = aucat_coordinator_next(coordinator) else { return nil }
    defer { aucat_event_free(event) }
    (kind, frame, sound) = (aucat_event_get_kind(event), aucat_event_frame(event), aucat_event_sound(event))
    (track, name) = (text(aucat_event_track_name(event)), text(aucat_event_name(event)))
    position = aucat_event_position(event)
    failure = aucat_event_error(event).map { (aucat_error_get_code($0), text(aucat_error_component($0))) }
  }

  static func all(_ coordinator: OpaquePointer?) -> [Event] {
    Array(sequence(state: coordinator) { Event($0) })
  }

  var description: String { "\(frame) \(track) \(kind.rawValue) \(name)\(position == 0 ? "" : "at \(position)")" }
  var isEnd: Bool { (AUCAT_EVENT_FINISHED.rawValue...AUCAT_EVENT_FAILED.rawValue).contains(kind.rawValue) }
}

/// A coordinator with tracks, which are released with it.
private final class Bench: @unchecked Sendable {
  // SAFETY: The library may be used by several threads; one makes tracks, and one renders.
  let coordinator: OpaquePointer
  private var tracks: [OpaquePointer] = []
  private let memory = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 5_000) }
  var channels: [UnsafeMutablePointer<Float>?] { memory }

  init() throws { coordinator = try demand(aucat_coordinator_new(48_000, 2, nil, nil)) }

  deinit {
    for track in tracks { aucat_track_free(track) }
    aucat_coordinator_free(coordinator)
    for channel in memory { channel.deallocate() }
  }

  func track(_ name: String, _ priority: Int32 = 1, through chain: OpaquePointer? = nil) throws -> OpaquePointer {
    var options = aucat_render_defaults()
    options.tail = 0.01
    let catalog = chain.map { _ in Host.shared.catalog }
    let track = try demand(aucat_track_new(coordinator, name, priority, catalog, chain, &options, nil))
    tracks.append(track)
    return track
  }

  func play() { verify(aucat_coordinator_start(coordinator, "null", nil, nil, 0, nil)) }

  /// The left channel's next frames.
  func render(_ frames: Int) -> UnsafeMutablePointer<Float> {
    verify(aucat_coordinator_render(coordinator, channels, frames, nil))
    return memory[0]
  }

  /// All events that there are.
  var events: [Event] { Array(sequence(state: coordinator) { Event($0) }) }
  /// Those that tell the end of a sound.
  var ends: [Event] { events.filter(\.isEnd) }

  /// Whether the descriptor says that there is an event.
  func isReady(milliseconds: Int32 = 0) -> Bool {
    isReadable(aucat_coordinator_descriptor(coordinator), milliseconds: milliseconds)
  }
}

private func isReadable(_ descriptor: Int32, milliseconds: Int32 = 0) -> Bool {
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, milliseconds) == 1 && entry.revents == Int16(POLLIN)
}

/// Tracks by the C library.
struct TrackTests {
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
    verify(aucat_track_enqueue(track, source, name, frame, &number, nil))
    return number
  }

  /// Enqueues what a function of the host's gives.
  private func enqueue(
    _ track: OpaquePointer?, from read: @escaping aucat_source_fn, _ context: UnsafeMutableRawPointer? = nil
  ) {
    let source = aucat_source_new(read, context, 48_000, 2, nil)
    verify(aucat_track_enqueue(track, source, "own", -1, nil, nil))
    aucat_source_free(source)
  }

  @Test("a sound that is more urgent pauses the other one, which goes on at the same frame; events come in their order")
  func mail() throws {
    let bench = try Bench()
    let (body, notices) = (try bench.track("body"), try bench.track("notices", 2))
    let subject = enqueue(body, 2_000, named: "subject")
    let bell = enqueue(notices, 480, 0.25, named: "bell", at: 1_000)
    let left = bench.render(4_000)
    verify(left[999] == 0.5 && left[1_300] == 0.25 && left[1_800] == 0.5)
    let events = bench.events
    verify(
      events.map(\.description),
      equals: [
        "0 body 1 subject", "1000 body 7 at 1000", "1000 notices 1 bell", "1480 notices 2 bell", "1480 body 8 at 1000",
        "2480 body 2 subject",
      ])
    verify(events.filter(\.isEnd).map(\.sound), equals: [bell, subject])
    verify(aucat_coordinator_frame(bench.coordinator) == 4_000 && aucat_coordinator_is_idle(bench.coordinator))
  }

  @Test("the descriptor is readable exactly while there is an event, one of many or the only one")
  func descriptor() throws {
    let bench = try Bench()
    let track = try bench.track("many")
    verify(!bench.isReady() && bench.events.isEmpty)
    let numbers = (0..<1_000).map { _ in enqueue(track, 1) }
    verify(!bench.isReady(), "nothing has happened yet")
    _ = bench.render(1_000)
    var ended: [UInt64] = []
    for index in 0..<2_000 {
      if index % 100 == 0 { verify(bench.isReady()) }
      guard let event = Event(bench.coordinator) else { break }
      if event.isEnd { ended.append(event.sound) }
    }
    verify(ended == numbers && !bench.isReady() && bench.events.isEmpty)
    enqueue(track, 1)
    _ = bench.render(1)
    verify(bench.isReady() && bench.events.count == 2 && !bench.isReady())
  }

  @Test("on a device, sounds that several threads enqueue and cancel end once each, for whoever waits", .endsIfItHangs)
  func live() async throws {
    final class Sounds: Sendable {
      let enqueued = Mutex<[UInt64]>([])
      let ended = Mutex<[UInt64]>([])
    }
    struct Track: @unchecked Sendable { let track: OpaquePointer }
    let (bench, sounds) = (try Bench(), Sounds())
    let tracks = try (0..<4).map { Track(track: try bench.track("track \($0)", Int32($0))) }
    var usual = aucat_policy_of(AUCAT_POLICY_MIX)
    for upper in tracks {
      for lower in tracks {
        verify(aucat_coordinator_set_policy(bench.coordinator, upper.track, lower.track, &usual, nil))
      }
    }
    bench.play()
    await withTaskGroup(of: Void.self) { group in
      for track in tracks {
        group.addTask {
          for index in 0..<300 {
            let number = enqueue(track.track, 100)
            sounds.enqueued.withLock { $0.append(number) }
            if index % 3 == 0 { _ = aucat_track_cancel(track.track, number) }
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          let limit = ContinuousClock.now + .seconds(60)
          while sounds.ended.withLock({ $0.count }) < 1_200, .now < limit {
            _ = bench.isReady(milliseconds: 10)
            if let event = Event(bench.coordinator), event.isEnd { sounds.ended.withLock { $0.append(event.sound) } }
          }
        }
      }
    }
    verify(sounds.ended.withLock { $0.sorted() }, equals: sounds.enqueued.withLock { $0.sorted() })
    let deadline = ContinuousClock.now + .seconds(10)
    while !aucat_coordinator_is_idle(bench.coordinator), .now < deadline { usleep(1_000) }
    verify(bench.ends.isEmpty)
  }

  @Test("objects are released in any order: a track plays on until it is removed, and nothing after its coordinator")
  func lifetimes() throws {
    var bench: Bench? = try Bench()
    let made = try demand(bench?.coordinator)
    func own(_ name: String) throws -> OpaquePointer { try demand(aucat_track_new(made, name, 1, nil, nil, nil, nil)) }
    let (kept, freed, removed) = (try own("kept"), try own("freed"), try own("removed"))
    let numbers = [freed, removed, kept].map { enqueue($0, 100) }
    let number = aucat_track_number(freed)
    aucat_track_free(freed)
    aucat_track_remove(removed)
    let late = enqueue(removed, 100)
    verify(bench?.render(50)[10], equals: 1, "two of three")
    _ = bench?.render(100)
    let ends = bench?.ends ?? []
    verify(Set(ends.map(\.sound)) == Set(numbers + [late]) && ends.count == 4)
    verify(ends.filter { $0.kind == AUCAT_EVENT_CANCELLED }.map(\.sound), equals: [numbers[1], late])
    verify(ends.contains { $0.track == "freed" } && number == 2)
    aucat_track_free(removed)
    bench?.play()
    enqueue(kept, 48_000)
    let descriptor = aucat_coordinator_descriptor(made)
    bench = nil
    verify(fcntl(descriptor, F_GETFD) == -1 || !isReadable(descriptor))
    enqueue(kept, 100)
    let position = aucat_track_position(kept)
    usleep(20_000)
    verify(aucat_track_position(kept) == position && aucat_track_is_live(kept))
    verify(!aucat_track_cancel(kept, 1_000))
    aucat_track_cancel_all(kept)
    aucat_track_remove(kept)
    aucat_track_free(kept)
  }

  @Test("a source of the host is read by the device's thread, and by nobody after a stop")
  func ownSources() throws {
    let bench = try Bench()
    let track = try bench.track("own")
    final class Reads: Sendable { let count = Atomic(0) }
    let reads = Reads()
    let read: aucat_source_fn = { channels, frames, context in
      guard let channels else { return 0 }
      seen(context, Reads.self)?.count.add(1, ordering: .relaxed)
      for channel in 0..<2 { channels[channel]?.update(repeating: 0.125, count: frames) }
      return frames
    }
    enqueue(track, from: read, Unmanaged.passUnretained(reads).toOpaque())
    bench.play()
    let deadline = ContinuousClock.now + .seconds(10)
    while aucat_track_position(track) < 20_000, .now < deadline { usleep(1_000) }
    let playing = failure { aucat_coordinator_render(bench.coordinator, bench.channels, 480, $0) }
    verify(playing.message, equals: "the coordinator plays on a device; call aucat_coordinator_stop first")
    expectArgumentErrors([{ aucat_coordinator_start(bench.coordinator, "null", nil, nil, 0, $0) }])
    aucat_coordinator_stop(bench.coordinator)
    let count = reads.count.load(ordering: .relaxed)
    usleep(50_000)
    verify(count > 10 && reads.count.load(ordering: .relaxed) == count)
    verify(bench.render(480)[479], equals: 0.125, "the host renders what is left")
  }

  @Test("a sound that fails is told with its reason; a chain has its tail, and one whose plugin crashes is named")
  func failures() throws {
    let bench = try Bench()
    let failing = try bench.track("fails")
    enqueue(failing, from: { _, frames, _ in frames + 1 })
    enqueue(failing, 100, named: "good")
    _ = bench.render(200)
    let ends = bench.ends
    verify(ends.map(\.name) == ["own", "good"] && ends[0].kind == AUCAT_EVENT_FAILED)
    verify(ends[0].failure?.code == AUCAT_ERROR_INTERRUPTED && ends[1].failure == nil)

    let chain = Host.shared.chain("gain-stereo")
    verify(aucat_chain_set(chain, 0, "gain", 0.5, nil))
    enqueue(try bench.track("quiet", through: chain), 1_000, 0.5)
    let quiet = bench.render(1_480)
    verify(quiet[999] == 0.25 && quiet[1_000] == 0)
    let end = bench.events.last
    verify(end?.kind == AUCAT_EVENT_FINISHED && end?.frame == 1_680, "\(String(describing: end))")
    enqueue(try bench.track("broken", through: Host.shared.chain("crash-run")), 1_000, 0.5)
    verify(bench.render(1_480)[500], equals: 0.5)
    let fall = bench.events.first { $0.kind == AUCAT_EVENT_PLUGIN }
    verify(fall?.failure?.code == AUCAT_ERROR_PLUGIN && fall?.failure?.component == TestPlugins.uri("crash-run"))
    verify(fall?.track, equals: "broken")
  }

  @Test("focus, levels and ducking do what they do in Swift")
  func controls() throws {
    let bench = try Bench()
    let (low, high) = (try bench.track("low", 1), try bench.track("high", 2))
    enqueue(low, 100_000, 0.5)
    enqueue(high, 100_000, 0.25)
    func level() -> Float { bench.render(4_800)[4_799] }
    verify(level(), equals: 0.25)
    aucat_track_yield(high)
    verify(level() == 0.5 && aucat_track_has_yielded(high))
    aucat_track_claim(high)
    aucat_track_suspend(high)
    verify(level() == 0 && aucat_track_is_suspended(high))
    aucat_track_resume(high)
    aucat_track_set_priority(high, 0)
    verify(level() == 0.5 && aucat_track_priority(high) == 0)
    aucat_track_set_priority(high, 2)
    var policy = aucat_policy_of(AUCAT_POLICY_DUCK)
    (policy.depth, policy.hold) = (-20, 0)
    verify(aucat_coordinator_set_policy(bench.coordinator, high, low, &policy, nil))
    verify(abs(level() - 0.3) < 0.001)
    aucat_coordinator_will_leave(bench.coordinator)
    _ = level()
    verify(abs(level() - 0.75) < 0.4)
    aucat_coordinator_did_return(bench.coordinator)
    verify(abs(level() - 0.3) < 0.001)
    aucat_coordinator_suspend(bench.coordinator)
    verify(level(), equals: 0)
    aucat_coordinator_resume(bench.coordinator)
    verify(aucat_track_set_gain(high, -200, 0, 0.005, nil))
    aucat_track_cancel_all(low)
    verify(level() < 0.001)
    aucat_track_set_keeps_ducking(high, true)
    verify(aucat_track_keeps_ducking(high) && !aucat_track_keeps_ducking(low))
    verify(aucat_track_missing(high), equals: 0)
  }

  @Test("what is missing or out of range is an error that says what helps, and nothing crashes")
  func arguments() throws {
    let (bench, other) = (try Bench(), try Bench())
    let (made, mine, foreign) = (bench.coordinator, try bench.track("mine"), try other.track("foreign"))
    let silence = aucat_source_silence(1, 48_000, 2, nil)
    defer { aucat_source_free(silence) }
    var unknown = aucat_policy_of(aucat_policy_kind(rawValue: 9))
    var deep = aucat_policy_of(AUCAT_POLICY_DUCK)
    deep.depth = .nan
    var empty = aucat_policy()
    expectArgumentErrors([
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
    ])
    let device = failure { aucat_coordinator_start(made, "alsa", nil, nil, 0, $0) }
    verify(device.message, equals: "there is no device `alsa`; use jack or null")
    var rate = 0.0
    verify(aucat_device_rate("null", &rate, nil) && rate == 48_000)
    verify(aucat_coordinator_next(nil) == nil && aucat_coordinator_descriptor(nil) == -1)
    verify(aucat_coordinator_frame(nil) == 0 && !aucat_coordinator_is_idle(nil) && !aucat_track_cancel(nil, 1))
    verify(aucat_event_get_kind(nil) == AUCAT_EVENT_NONE && aucat_event_name(nil) == nil)
    verify(aucat_event_error(nil) == nil && aucat_event_message(nil) == nil && aucat_track_number(nil) == 0)
  }
}
