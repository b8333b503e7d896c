import AudioTracks

/// What a coordinator does, frame by frame, as simple as it can be said.
struct ScheduleModel {
  struct Item {
    var number: Int
    var length: Int
    var fails = false
    var due = Int.min
    /// The source blocks after so many portions, until this frame.
    var stall: (portion: Int, until: Int)?
    var isCancelled = false
    var position = 0

    func isStalled(_ frame: Int) -> Bool { stall.map { frame < $0.until } ?? false }

    /// How many frames may be heard: those that a failure may have to fade out are kept back.
    func ready(_ frame: Int) -> Int {
      guard isStalled(frame), let stall else { return length }
      return max(0, stall.portion * ScheduleModel.portion - ScheduleModel.fade)
    }
  }

  struct Track {
    var name: String
    var priority: Int
    var items: [Item] = []
    var isSuspended = false
    var hasYielded = false
    var keepsDucking = false
    var isPaused = false
    var plays = false
    var fade = 0
    var offset = 0
    var duckers: [Int: (depth: Double, until: Int)] = [:]
    /// The gain that was decided, and that of the ramp that is under way.
    var wanted = 1.0
    var target = 1.0
    var from = 1.0
    var done = ScheduleModel.ramp

    var gain: Double { from + (target - from) * ScheduleModel.share(done, ScheduleModel.ramp) }

    func isLive(_ frame: Int) -> Bool { items.first.map { $0.due <= frame } ?? false }
    var isGranted: Bool { !isPaused && !hasYielded && !isSuspended }
  }

  /// Frames of the 5 ms ramps, of the ducks' ramps, of the hold, and of the look-ahead.
  static let fade = 5, ramp = 40, hold = 60, ahead = 40
  /// How many frames are read at once.
  static let portion = 1_024

  var tracks: [Track]
  /// 0 pause, 1 duck, 2 mix; by upper and lower.
  var policies: [[Int]: Int] = [:]
  var isAway = false
  var isStopped = false
  private(set) var frame = 0
  private(set) var sound: [Double] = []
  private(set) var lines: [String] = []

  init(_ priorities: [Int]) {
    tracks = priorities.enumerated().map { Track(name: "\($0)", priority: $1) }
  }

  static func share(_ frame: Int, _ length: Int) -> Double {
    let x = Double(frame) / Double(length)
    return x * x * (3 - 2 * x)
  }

  /// The sample of a sound at a frame of its own.
  static func value(_ number: Int, _ frame: Int) -> Float { Float((number * 37 + frame * 11) % 101 + 1) / 128 }

  static func depth(_ upper: Int) -> Double { [-6, -12, -20, -9][upper % 4] }

  mutating func change(_ body: (inout ScheduleModel) -> Void) {
    body(&self)
    decide()
  }

  mutating func cancel(_ track: Int, _ place: Int) {
    guard tracks[track].items.indices.contains(place), !tracks[track].items[place].isCancelled else { return }
    if place == 0 { return tracks[track].items[0].isCancelled = true }
    tell("cancelled", tracks[track].items.remove(at: place), track)
  }

  private mutating func tell(_ outcome: String, _ item: Item, _ track: Int) {
    lines.append("\(frame) \(tracks[track].name) \(outcome) \(item.number)")
  }

  private mutating func decide() {
    for lower in tracks.indices {
      tracks[lower].isPaused = tracks.indices.contains { upper in
        tracks[upper].priority > tracks[lower].priority && !tracks[upper].hasYielded && tracks[upper].isLive(frame)
          && policies[[upper, lower], default: 0] == 0
      }
    }
    for lower in tracks.indices {
      tracks[lower].plays = tracks[lower].isGranted && !isStopped
      duck(lower)
    }
  }

  private mutating func duck(_ lower: Int) {
    for upper in tracks.indices where upper != lower {
      guard tracks[upper].priority > tracks[lower].priority, policies[[upper, lower], default: 0] == 1 else {
        tracks[lower].duckers[upper] = nil
        continue
      }
      let one = tracks[upper]
      let isNeeded =
        !isAway && !one.hasYielded && (one.keepsDucking || (one.isGranted && one.isLive(frame + Self.ahead)))
      if isNeeded {
        tracks[lower].duckers[upper] = (Self.depth(upper), .max)
      } else if tracks[lower].duckers[upper]?.until == .max {
        tracks[lower].duckers[upper]?.until = frame + Self.hold
      }
    }
    let (now, away) = (frame, isAway)
    tracks[lower].duckers = tracks[lower].duckers.filter { !away && $0.value.until > now }
    let depth = tracks[lower].duckers.values.map(\.depth).min()
    let target = depth.map { Self.amplitude($0) } ?? 1
    if target != tracks[lower].wanted {
      tracks[lower].wanted = target
      lines.append("\(frame) \(tracks[lower].name) ducked to \(depth ?? 0)")
    }
  }

  static func amplitude(_ decibels: Double) -> Double {
    var power = 1.0
    for _ in 0..<Int(-decibels) { power /= 1.122_018_454_301_963_3 }
    return power
  }

  private mutating func pass() -> Bool {
    var hasPassed = false
    for index in tracks.indices {
      while let item = tracks[index].items.first {
        if item.position == 0, tracks[index].offset == 0, !tracks[index].plays || item.isCancelled || item.due > frame {
          tracks[index].fade = 0
        }
        let isOver =
          item.position >= item.length && !item.isStalled(frame) && tracks[index].offset == 0 && tracks[index].plays
          && item.due <= frame
        guard isOver || (item.isCancelled && tracks[index].fade == 0) else { break }
        tracks[index].items.removeFirst()
        tracks[index].offset = 0
        tell(item.isCancelled ? "cancelled" : item.fails ? "failed" : "finished", item, index)
        hasPassed = true
      }
    }
    return hasPassed
  }

  /// Does what is due at this frame.
  mutating func settle() {
    repeat { decide() } while pass()
    decide()
  }

  mutating func render() {
    settle()
    var sum = 0.0
    for index in tracks.indices { sum += step(index) }
    sound.append(sum)
    frame += 1
    // What ends with this frame has ended, whatever begins with the next one.
    _ = pass()
  }

  private mutating func step(_ index: Int) -> Double {
    var sample = 0.0
    if tracks[index].wanted != tracks[index].target {
      tracks[index].from = tracks[index].gain
      (tracks[index].target, tracks[index].done) = (tracks[index].wanted, 0)
    }
    let gain = tracks[index].gain
    defer { tracks[index].done = min(Self.ramp, tracks[index].done + 1) }
    guard let item = tracks[index].items.first, item.due <= frame else {
      tracks[index].fade = 0
      return 0
    }
    if tracks[index].plays, !item.isCancelled, tracks[index].offset == 0 {
      guard item.position < item.ready(frame) else {
        tracks[index].fade = 0
        return 0
      }
      if item.position == 0 { tracks[index].fade = Self.fade }
      sample = Double(Self.heard(item, item.position)) * Self.share(tracks[index].fade, Self.fade)
      tracks[index].items[0].position += 1
      tracks[index].fade = min(Self.fade, tracks[index].fade + 1)
    } else if tracks[index].fade > 0 {
      let place = item.position + tracks[index].offset
      if place < item.ready(frame) {
        sample = Double(Self.heard(item, place)) * Self.share(tracks[index].fade, Self.fade)
      }
      tracks[index].fade -= 1
      tracks[index].offset += 1
      if tracks[index].fade == 0 { tracks[index].offset = 0 }
    }
    return sample * gain
  }

  /// The sample, and the fade before a failure.
  private static func heard(_ item: Item, _ position: Int) -> Float {
    let left = item.length - 1 - position
    let value = value(item.number, position)
    return item.fails && left < fade ? value * Float(share(left, fade)) : value
  }
}
