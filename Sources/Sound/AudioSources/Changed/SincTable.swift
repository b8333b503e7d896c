internal import Synchronization

/// The values of a windowed sinc function, for each place that a frame can have between two frames of another rate.
///
/// The window is a Kaiser window for an attenuation of 120 dB. If there are too many places for a table, values are
/// interpolated.
package final class SincTable: Sendable {
  // SAFETY: `values` has `taps` values for each phase and one more phase; they are written by `init` only, and freed
  // with the table. A caller of `sum` passes `taps` samples. A reader of `weights` keeps the table.

  /// Half of the number of frames in a sum.
  package let half: Int
  /// The number of frames in a sum; a multiple of 8.
  package var taps: Int { 2 * half }
  /// The two rates, divided by their greatest common divisor.
  package let steps: (from: Int, to: Int)
  /// The number of phases in the table: `steps.to`, unless that is too many.
  package let phases: Int
  private nonisolated(unsafe) let values: UnsafeMutablePointer<Float>
  /// ``taps`` values for each phase, and for the one after the last, which lies a whole frame further on.
  package var weights: UnsafePointer<Float> { UnsafePointer(values) }

  /// A frame's place in the source: the frame before it, and the distance from there.
  struct Place {
    var frame: Int
    /// In units of a frame divided by `steps.to`.
    var offset: Int
  }

  private static let mostPhases = 4_096
  /// The upper edge of the passband, as a share of half of the lower rate: 20 kHz at 44.1 kHz.
  private static let passBand = 20 / 22.05
  private static let attenuation = 120.0
  private static let lanes = 8

  private static let known = Mutex<[[Int]: SincTable]>([:])

  /// Returns the table for two rates, in hertz.
  package static func between(_ from: Double, and to: Double) -> SincTable {
    let thousandths = [from, to].map { max(1, Int(($0 * 1_000).rounded())) }
    let divisor = greatestDivisor(thousandths[0], thousandths[1])
    let steps = thousandths.map { $0 / divisor }
    return known.withLock { known in
      if let table = known[steps] { return table }
      let table = SincTable(from: steps[0], to: steps[1])
      // The cache is bounded: a program that uses many rates computes tables again.
      if known.count >= 32 { known = [:] }
      known[steps] = table
      return table
    }
  }

  private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }

  private init(from: Int, to: Int) {
    steps = (from, to)
    phases = min(to, Self.mostPhases)
    // As a share of the source's rate.
    let nyquist = 0.5 * min(1, Double(to) / Double(from))
    let pass = nyquist * Self.passBand
    let length = (Self.attenuation - 7.95) / (14.36 * (nyquist - pass))
    half = (Int(length.rounded(.up)) + 2 * Self.lanes - 1) / (2 * Self.lanes) * Self.lanes
    let count = 2 * half
    values = .allocate(capacity: (phases + 1) * count)
    let window = KaiserWindow(attenuation: Self.attenuation, half: Double(half))
    let cutoff = nyquist + pass
    for phase in 0...phases {
      for tap in 0..<count {
        let distance = Double(tap - half + 1) - Double(phase) / Double(phases)
        (values + phase * count + tap).initialize(to: Float(window.value(distance) * Self.sinc(distance, cutoff)))
      }
    }
  }

  deinit { values.deallocate() }

  /// A low-pass filter's impulse response.
  ///
  /// - Parameter cutoff: as a share of half of the rate.
  private static func sinc(_ distance: Double, _ cutoff: Double) -> Double {
    let turns = distance * cutoff / 2
    return turns == 0 ? cutoff : Turns.sine(turns) / (distance * .pi)
  }

  /// The number of frames that this many of the source become.
  func length(_ frames: Int) -> Int {
    let (whole, rest) = (frames / steps.from, frames % steps.from)
    return whole * steps.to + (rest * steps.to * 2 + steps.from) / (2 * steps.from)
  }

  /// Where a frame lies in the source.
  func place(of frame: Int) -> Place {
    let (whole, rest) = (frame / steps.to, frame % steps.to)
    let product = rest * steps.from
    return Place(frame: whole * steps.from + product / steps.to, offset: product % steps.to)
  }

  /// The first frame that lies at or after the frame that follows a given frame of the source.
  func firstFrame(after source: Int) -> Int {
    let next = source + 1
    let (whole, rest) = (next / steps.from, next % steps.from)
    return whole * steps.to + (rest * steps.to + steps.from - 1) / steps.from
  }

  /// Computes a frame's value.
  ///
  /// - Parameter samples: ``taps`` frames of the source, from `half - 1` frames before the place on.
  func sum(_ samples: UnsafePointer<Float>, at place: Place) -> Float {
    if phases == steps.to { return sum(samples, phase: place.offset) }
    let exact = Double(place.offset) * Double(phases) / Double(steps.to)
    let phase = Int(exact)
    let share = Float(exact - Double(phase))
    let (before, after) = (sum(samples, phase: phase), sum(samples, phase: phase + 1))
    return before + share * (after - before)
  }

  private func sum(_ samples: UnsafePointer<Float>, phase: Int) -> Float {
    let weights = values + phase * taps
    var sums = SIMD8<Float>(repeating: 0)
    var tap = 0
    while tap < taps {
      let one = UnsafeRawPointer(samples + tap).loadUnaligned(as: SIMD8<Float>.self)
      let two = UnsafeRawPointer(weights + tap).loadUnaligned(as: SIMD8<Float>.self)
      sums += one * two
      tap &+= 8
    }
    let (low, high) = (sums.lowHalf, sums.highHalf)
    let four = low + high
    return (four[0] + four[1]) + (four[2] + four[3])
  }
}

/// The Kaiser window, which trades stopband attenuation for transition width.
struct KaiserWindow {
  private let beta: Double
  private let half: Double
  private let scale: Double

  init(attenuation: Double, half: Double) {
    beta = 0.1102 * (attenuation - 8.7)
    self.half = half
    scale = 1 / Self.bessel(beta)
  }

  /// - Parameter distance: the distance from the middle, in the unit of `half`.
  func value(_ distance: Double) -> Double {
    let share = distance / half
    let rest = 1 - share * share
    return rest < 0 ? 0 : Self.bessel(beta * rest.squareRoot()) * scale
  }

  /// The modified Bessel function of the first kind of order 0, computed from its series.
  private static func bessel(_ x: Double) -> Double {
    let quarter = x * x / 4
    var (term, sum, n) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= quarter / (n * n)
      sum += term
      n += 1
    }
    return sum
  }
}
