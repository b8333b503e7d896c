import Foundation
import Synchronization

@testable import ChainHosting
@testable import ChainModel

extension LivePlayer {
  /// Carries out an edit on this thread, as far as the render thread comes in.
  @discardableResult func publish(_ change: Edit.Change, _ unit: UnitNumber? = nil) throws -> PreparedEdit {
    let prepared = try chain.loader.prepare(Edit(change: change, unit: unit, done: nil))
    chain.loader.publish(prepared)
    return prepared
  }

  /// A number for what is inserted.
  func newNumber() -> UnitNumber { chain.loader.model.withLock { $0.newNumber() } }

  /// Those that play, in their order.
  var numbers: [UnitNumber] { chain.status.stages.map(\.number) }
}

/// The differences of the differences of samples: what a click is large in.
struct Bends {
  /// The largest.
  static func largest(_ samples: some Collection<Float>) -> Double {
    let values = samples.map { Double($0) }
    guard values.count > 2 else { return 0 }
    var most = 0.0
    for frame in 2..<values.count {
      let bend = values[frame] - 2 * values[frame - 1] + values[frame - 2]
      // What was not written is no sound; `max` would pass over it.
      guard bend.isFinite else { return .infinity }
      most = max(most, abs(bend))
    }
    return most
  }

  /// What a fade from one sound to another may add: 2 |Δg| |Δx| + |Δ²g| |x|, with g the fade and x the difference.
  static func ofFade(_ from: [Float], _ to: [Float], _ gain: (Int) -> Double) -> Double {
    let x = zip(from, to).map { Double($1) - Double($0) }
    guard x.count > 2 else { return 0 }
    var most = 0.0
    for frame in 1..<x.count - 1 {
      let rise = gain(frame + 1) - gain(frame)
      let before = gain(frame) - gain(frame - 1)
      let slope = max(abs(rise), abs(before))
      let step = max(abs(x[frame] - x[frame - 1]), abs(x[frame + 1] - x[frame]))
      let bound = 2 * slope * step + abs(rise - before) * abs(x[frame])
      guard bound.isFinite else { return .infinity }
      most = max(most, bound)
    }
    return most
  }

  /// A raised cosine of 20 ms at 48 kHz.
  static func gain(_ frame: Int) -> Double { frame < 960 ? 0.5 - 0.5 * cos(.pi * Double(max(frame, 0)) / 960) : 1 }
}
