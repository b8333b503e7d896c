import AudioFiles
import AudioSources
import Foundation
import TestSupport
import Testing

@testable import AudioTracks

/// A random schedule of requests.
struct Schedule {
  enum Request {
    case enqueue(track: Int, Sound)
    case cancel(track: Int, place: Int)
    case cancelAll(track: Int)
    case suspend(track: Int), resume(track: Int), yield(track: Int), claim(track: Int)
    case keepsDucking(track: Int, Bool)
    case priority(track: Int, Int)
    case policy(upper: Int, lower: Int, Int)
    case stop, go, leave, back
    case lose, comeBack
  }

  /// What is enqueued.
  struct Sound {
    var length: Int
    var fails: Bool
    /// Whether the source has said that it is longer.
    var endsEarly: Bool
    var due: Int?
    var stall: (portion: Int, until: Int)?
  }

  /// Who renders.
  enum Clock: Hashable {
    /// The test, so many frames at once.
    case offline(block: Int)
    /// A device, which is lost and comes back.
    case device
  }

  var priorities: [Int]
  /// Each with the frames that pass before it.
  var requests: [(after: Int, Request)]
  var clock: Clock

  init(_ random: inout some RandomNumberGenerator) {
    let count = Int.random(in: 1...4, using: &random)
    priorities = (0..<count).map { _ in Int.random(in: 0...3, using: &random) }
    clock =
      Int.random(in: 0..<8, using: &random) == 0
      ? .device : .offline(block: [1, 7, 64, 512].randomElement(using: &random) ?? 64)
    requests = []
    for _ in 0..<Int.random(in: 1...24, using: &random) {
      let after =
        Bool.random(using: &random) ? Int.random(in: 0...8, using: &random) : .random(in: 0...90, using: &random)
      requests.append((after, request(count, &random)))
    }
  }

  private func request(_ count: Int, _ random: inout some RandomNumberGenerator) -> Request {
    let (track, other) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
    switch Int.random(in: 0..<28, using: &random) {
    case 0..<10:
      return .enqueue(track: track, sound(&random))
    case 10, 11: return .cancel(track: track, place: .random(in: 0...2, using: &random))
    case 12: return .cancelAll(track: track)
    case 13, 14: return .suspend(track: track)
    case 15, 16: return .resume(track: track)
    case 17: return .yield(track: track)
    case 18: return .claim(track: track)
    case 19: return .keepsDucking(track: track, .random(using: &random))
    case 20: return .priority(track: track, .random(in: 0...3, using: &random))
    case 21, 22: return .policy(upper: track, lower: other, .random(in: 0...2, using: &random))
    case 23,
      24 where clock == .device:
      return Bool.random(using: &random) ? .lose : .comeBack
    default: return [.stop, .go, .leave, .back].randomElement(using: &random) ?? .go
    }
  }

  private func sound(_ random: inout some RandomNumberGenerator) -> Sound {
    let length = [0, 1, 4, 30, 150, 1_024, 2_048].randomElement(using: &random) ?? 0
    let due = Int.random(in: 0...3, using: &random) == 0 ? Int.random(in: 0...800, using: &random) : nil
    let fails = length % ScheduleModel.portion == 0 && Bool.random(using: &random)
    var stall: (Int, Int)?
    // What is rendered at once, is read at once: a stall that ends in between would be seen late.
    if clock == .device || clock == .offline(block: 1), Bool.random(using: &random) {
      stall = (.random(in: 0...length / ScheduleModel.portion, using: &random), .random(in: 0...900, using: &random))
    }
    return Sound(length: length, fails: fails, endsEarly: .random(using: &random), due: due, stall: stall)
  }

  /// How many frames are rendered behind the last request.
  private static let rest = 600

  // MARK: The model

  var model: ScheduleModel {
    var model = ScheduleModel(priorities)
    var number = 0
    for (after, request) in requests {
      for _ in 0..<after { model.render() }
      model.settle()
      if case .enqueue = request { number += 1 }
      model.change { Self.apply(request, to: &$0, number) }
    }
    for _ in 0..<Self.rest { model.render() }
    model.settle()
    return model
  }

  private static func apply(_ request: Request, to model: inout ScheduleModel, _ number: Int) {
    switch request {
    case .enqueue(let track, let sound):
      model.tracks[track].items.append(
        .init(number: number, length: sound.length, fails: sound.fails, due: sound.due ?? .min, stall: sound.stall))
    case .cancel(let track, let place): model.cancel(track, place)
    case .cancelAll(let track):
      if !model.tracks[track].items.isEmpty { model.tracks[track].items[0].isCancelled = true }
      while model.tracks[track].items.count > 1 { model.cancel(track, 1) }
    case .suspend(let track): model.tracks[track].isSuspended = true
    case .resume(let track): model.tracks[track].isSuspended = false
    case .yield(let track): model.tracks[track].hasYielded = true
    case .claim(let track): model.tracks[track].hasYielded = false
    case .keepsDucking(let track, let keeps): model.tracks[track].keepsDucking = keeps
    case .priority(let track, let priority): model.tracks[track].priority = priority
    case .policy(let upper, let lower, let policy): model.policies[[upper, lower]] = policy
    case .stop: model.isStopped = true
    case .go: model.isStopped = false
    case .leave: model.isAway = true
    case .back: model.isAway = false
    case .lose, .comeBack: break
    }
  }

  // MARK: The coordinator

  private static let rate = 1_000.0

  func recording() throws -> Recording {
    let recording = try Recording(rate: Self.rate)
    let device = try clock == .device ? TestDevice(recording, rate: Self.rate) : nil
    func render(_ count: Int) throws {
      if case .offline(let block) = clock { recording.render(count, by: block) }
      try device?.render(count)
    }
    let tracks = try priorities.enumerated().map { try recording.coordinator.addTrack("\($0)", priority: $1) }
    var number = 0
    for (after, request) in requests {
      try render(after)
      if case .enqueue = request { number += 1 }
      try apply(request, to: tracks, recording.coordinator, number)
      if case .lose = request { device?.server.lose() }
      if case .comeBack = request { device?.server.comeBack() }
    }
    try render(Self.rest)
    return recording
  }

  private func apply(_ request: Request, to tracks: [AudioTrack], _ all: AudioCoordinator, _ number: Int) throws {
    switch request {
    case .enqueue(let track, let sound):
      let source = try Numbered(
        sound.endsEarly || sound.fails ? 100_000 : sound.length, rate: Self.rate,
        failsAfter: sound.fails ? sound.length : nil, endsAfter: sound.endsEarly ? sound.length : nil
      ) { ScheduleModel.value(number, $0) }
      let feed = tracks[track].state.feed
      if let stall = sound.stall {
        let before = feed.isStalled
        feed.isStalled = { [weak all] entry, read in
          guard let all, entry.item.name == "\(number)" else { return before(entry, read) }
          return read == stall.portion * ScheduleModel.portion && all.frame < stall.until
        }
      }
      try tracks[track].enqueue(source, named: "\(number)", at: sound.due)
    case .cancel(let track, let place):
      let items = tracks[track].items
      if items.indices.contains(place) { tracks[track].cancel(items[place]) }
    case .cancelAll(let track): tracks[track].cancelAll()
    case .suspend(let track): tracks[track].suspend()
    case .resume(let track): tracks[track].resume()
    case .yield(let track): tracks[track].yield()
    case .claim(let track): tracks[track].claim()
    case .keepsDucking(let track, let keeps): tracks[track].keepsDucking = keeps
    case .priority(let track, let priority): tracks[track].priority = priority
    case .policy(let upper, let lower, let policy):
      let ducking = try Ducking(
        depth: ScheduleModel.depth(upper), attack: Double(ScheduleModel.ramp) / Self.rate,
        release: Double(ScheduleModel.ramp) / Self.rate, hold: Double(ScheduleModel.hold) / Self.rate,
        lookAhead: Double(ScheduleModel.ahead) / Self.rate)
      all.setPolicy([.pause, .duck(ducking), .mix][policy], of: tracks[upper], over: tracks[lower])
    case .stop: all.suspend()
    case .go: all.resume()
    case .leave: all.willLeave()
    case .back: all.didReturn()
    case .lose, .comeBack: break
    }
  }

  // MARK: Comparison

  /// What differs; nil if nothing does.
  func difference() throws -> String? {
    let (model, recording) = (model, try recording())
    let lines = recording.lines.compactMap(Self.plain).sorted()
    let expected = model.lines.map { $0.hasSuffix(".0") ? String($0.dropLast(2)) : $0 }.sorted()
    if lines != expected {
      let (extra, missing) = (lines.filter { !expected.contains($0) }, expected.filter { !lines.contains($0) })
      return "told too much: \(extra); not told: \(missing)"
    }
    let sound = recording.sound[0]
    guard sound.count == model.sound.count else { return "\(sound.count) frames, not \(model.sound.count)" }
    for frame in sound.indices where abs(Double(sound[frame]) - model.sound[frame]) > 1e-5 {
      return "\(sound[frame]) at \(frame), not \(model.sound[frame])"
    }
    let ended = lines.count { $0.contains("finished") || $0.contains("cancelled") || $0.contains("failed") }
    let left = model.tracks.reduce(0) { $0 + $1.items.count }
    let all = requests.count { if case .enqueue = $0.1 { true } else { false } }
    return ended + left == all ? nil : "\(ended) completions of \(all), and \(left) left"
  }

  /// The lines that the model tells, too.
  private static func plain(_ line: String) -> String? {
    if let range = line.range(of: " in ") { return String(line[..<range.lowerBound]).replacing(".0", with: "") }
    let words = ["finished", "cancelled", "failed"]
    return words.contains { line.contains(" \($0) ") } ? line : nil
  }

  /// The smallest schedule that still differs.
  func shrunk() throws -> Schedule {
    var smallest = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for index in smallest.requests.indices.reversed() {
        var next = smallest
        let removed = next.requests.remove(at: index)
        if next.requests.indices.contains(index) { next.requests[index].after += removed.after }
        if try next.difference() != nil { (smallest, isSmaller) = (next, true) }
      }
    }
    return smallest
  }
}

struct ScheduleTests {
  @Test(
    """
    random schedules of sounds that fail, block or end early, of requests, and of devices that are lost, are played \
    and told as their model says, to the frame
    """)
  func schedules() throws { try check(part: 0, cases: 50) }

  @Test("the same of many", .part(.laws), arguments: 1...4)
  func manySchedules(part: Int) throws { try check(part: part, cases: SeededGenerator.cases(250)) }

  private func check(part: Int, cases: Int) throws {
    var seed = SeededGenerator(
      environment: ProcessInfo.processInfo.environment, purpose: "ScheduleTests, part \(part)")
    // Where one seed is forced on all parts, each still has its own numbers.
    var random = SeededGenerator(seed: seed.next() &+ UInt64(part))
    for number in 0..<cases {
      let schedule = Schedule(&random)
      guard let difference = try schedule.difference() else { continue }
      let small = try schedule.shrunk()
      Issue.record("\(number): \(difference); smallest: \(try small.difference() ?? ""): \(small)")
      return
    }
  }
}
