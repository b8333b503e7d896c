import AudioFiles
import AudioSources
import Foundation
import TestSupport
import Testing

struct ResamplingTests {
  /// A function of time, converted from one sample rate to another.
  private func converted(
    _ from: Double, _ to: Double, seconds: Double, _ value: (Double) -> Double
  ) throws -> [Double] {
    let samples = (0..<Int(from * seconds)).map { Float(value(Double($0) / from)) }
    return try ResampledSource(SampleSource([samples], rate: from), sampleRate: to).frames()[0].map(Double.init)
  }

  @Test("a sine that sweeps to 20 kHz stays what it is within -110 dB")
  func sweep() throws { try checkSweep(44_100, 48_000) }

  @Test(
    "the same between other rates", .part(.laws),
    arguments: [
      (48_000, 44_100), (44_100, 96_000), (96_000, 44_100), (48_000, 96_000), (192_000, 48_000), (44_056, 48_000),
    ] as [(Double, Double)])
  func otherSweeps(from: Double, to: Double) throws { try checkSweep(from, to) }

  private func checkSweep(_ from: Double, _ to: Double) throws {
    let sweep = { (time: Double) in sin(2 * .pi * (20 * time + 19_980 * time * time / 2)) }
    let samples = try converted(from, to, seconds: 1, sweep)
    verify(samples.count, equals: Int(to))
    // At its ends the sweep is cut off, which no sine is.
    let margin = Int(0.01 * to)
    let worst = (margin..<samples.count - margin).map { abs(samples[$0] - sweep(Double($0) / to)) }.max() ?? 1
    print("measured: sweep \(from) to \(to): \(20 * log10(worst)) dB")
    verify(20 * log10(worst) < -110)
  }

  @Test(
    "the pass band is flat to 20 kHz, and beyond it only the sine is left, if anything", .part(.laws),
    arguments: [(44_100, 48_000), (48_000, 44_100)] as [(Double, Double)])
  func passBand(from: Double, to: Double) throws {
    var (flatness, worst) = (0.0, -300.0)
    for frequency in [20, 1_000, 10_000, 17_000, 19_000, 20_000, 20_500, 21_000, 21_500, 22_000, 23_000, 23_900.0]
    where frequency < from / 2 {
      let sound = try converted(from, to, seconds: 0.4) {
        sin(2 * .pi * (frequency * $0).truncatingRemainder(dividingBy: 1))
      }
      let middle = Array(sound.dropFirst(Int(0.1 * to)).prefix(Int(0.2 * to)))
      if frequency < to / 2 {
        let sine = middle.power(periods: Int(frequency / 5))
        if frequency <= 20_000 { flatness = max(flatness, abs(10 * log10(2 * sine))) }
        worst = max(worst, 10 * log10(2 * max(middle.power - sine, 1e-20)))
      } else {
        worst = max(worst, 20 * log10(middle.map(abs).max() ?? 1))
      }
    }
    print("measured: \(from) to \(to): flat within \(flatness) dB to 20 kHz; not the sine: \(worst) dB")
    verify(flatness < 0.1 && worst < -110)
  }

  @Test("lengths are exact to the nearest frame for all rates")
  func lengths() throws {
    let formats = try [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000.0].map {
      try AudioFormat(standardSampleRate: $0, channelCount: 1)
    }
    for from in formats {
      for to in formats {
        for frames in [0, 1, 7, 101] {
          let source = try SilenceSource(length: frames, format: from).converted(to: to)
          let expected = Int((Double(frames) * to.sampleRate / from.sampleRate).rounded())
          try verify(source.length == expected && source.frames()[0].count == expected, "\(from) \(to) \(frames)")
        }
      }
    }
  }
}

extension [Double] {
  /// The mean of their squares.
  var power: Double { reduce(0) { $0 + $1 * $1 } / Double(count) }

  /// The power of the sine of so many periods in them: whole periods, so that sines don't disturb each other.
  func power(periods: Int) -> Double {
    var (sine, cosine) = (0.0, 0.0)
    for (frame, sample) in enumerated() {
      let angle = 2 * Double.pi * Double(frame * periods % count) / Double(count)
      sine += sample * sin(angle)
      cosine += sample * cos(angle)
    }
    return 2 * (sine * sine + cosine * cosine) / Double(count * count)
  }
}
