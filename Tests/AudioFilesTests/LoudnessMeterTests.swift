import Foundation
import TestSupport
import Testing

@testable import AudioFiles

/// Loudness as the EBU's test signals (Tech 3341) demand, and as another program measures it.
struct LoudnessMeterTests {
  /// A sine of 1 kHz in both channels, whose level changes.
  private static func tone(_ parts: [(level: Double, seconds: Double)], rate: Double) -> [Float] {
    var samples: [Float] = []
    for part in parts {
      let amplitude = pow(10, part.level / 20)
      for _ in 0..<Int(part.seconds * rate) {
        samples.append(Float(amplitude * sin(2 * .pi * 1_000 * Double(samples.count) / rate)))
      }
    }
    return samples
  }

  private static func loudness(_ channels: [[Float]], rate: Double, block: Int = 1_000) -> Double? {
    var meter = LoudnessMeter(sampleRate: rate, channelCount: channels.count)
    var position = 0
    while position < channels[0].count {
      let end = min(position + block, channels[0].count)
      meter.add(channels.map { Array($0[position..<end]) })
      position = end
    }
    return meter.integrated
  }

  /// - Parameter scale: how long a second of the signals lasts.
  private func checkSignals(rate: Double, scale: Double) throws {
    for (parts, expected) in [
      ([(-23, 20)], -23), ([(-33, 20)], -33), ([(-36, 10), (-23, 60), (-36, 10)], -23),
      ([(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23),
    ] as [([(level: Double, seconds: Double)], Double)] {
      let samples = Self.tone(parts.map { ($0.level, $0.seconds * scale) }, rate: rate)
      let loudness = try demand(Self.loudness([samples, samples], rate: rate))
      // Where levels change, a block has both: the shorter the signal, the more that counts.
      verify(abs(loudness - expected) < 0.1 / scale, "\(parts): \(loudness)")
    }
  }

  @Test("the test signals of the EBU are as loud as it says", .part(.oracle), arguments: [44_100.0, 48_000, 96_000])
  func signals(rate: Double) throws { try checkSignals(rate: rate, scale: 1) }

  @Test(
    """
    the same of shorter ones; what is silent or shorter than a block has no loudness, and how it comes makes no \
    difference
    """)
  func shortSignals() throws {
    try checkSignals(rate: 48_000, scale: 0.4)
    verify(Self.loudness([Array(repeating: 0, count: 48_000)], rate: 48_000) == nil)
    verify(Self.loudness([Self.tone([(-20, 0.39)], rate: 48_000)], rate: 48_000) == nil)
    let long = Self.tone([(-20, 1)], rate: 48_000)
    verify(Self.loudness([long], rate: 48_000, block: 7), equals: Self.loudness([long], rate: 48_000, block: 48_000))
  }

  @Test(
    "libebur128 measures the same", .part(.oracle),
    .enabled(if: Ebur128.shared != nil, "libebur128-1 is not installed"), arguments: [44_100, 48_000, 96_000])
  func library(rate: Int) throws {
    // Noise of two levels, in an order that gates matter for.
    var generator = SeededGenerator(seed: 44)
    let samples = (0..<480_000).map { frame in
      Float.random(in: -0.25...0.25, using: &generator) / (frame / 96_000 % 2 == 0 ? 1 : 40)
    }
    let told = try demand(Ebur128.shared).loudness(samples, rate: rate)
    let loudness = try demand(Self.loudness([samples], rate: Double(rate)))
    verify(abs(loudness - told) < 0.001, "\(loudness) \(told)")
  }
}

/// The library that others measure with, where it is installed.
private struct Ebur128: Sendable {
  private typealias Make = @convention(c) (UInt32, UInt, Int32) -> OpaquePointer?
  private typealias Add = @convention(c) (OpaquePointer, UnsafePointer<Float>, Int) -> Int32
  private typealias Measure = @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>) -> Int32
  private static let integrated: Int32 = 5

  private let make: Make
  private let add: Add
  private let measure: Measure

  static let shared: Ebur128? = {
    guard let library = dlopen("libebur128.so.1", RTLD_NOW),
      let make = dlsym(library, "ebur128_init"), let add = dlsym(library, "ebur128_add_frames_float"),
      let measure = dlsym(library, "ebur128_loudness_global")
    else { return nil }
    return Ebur128(
      make: unsafeBitCast(make, to: Make.self), add: unsafeBitCast(add, to: Add.self),
      measure: unsafeBitCast(measure, to: Measure.self))
  }()

  /// In LUFS, of one channel.
  func loudness(_ samples: [Float], rate: Int) -> Double {
    var loudness = Double.nan
    guard let state = make(1, UInt(rate), Self.integrated) else { return loudness }
    _ = add(state, samples, samples.count)
    _ = measure(state, &loudness)
    return loudness
  }
}
