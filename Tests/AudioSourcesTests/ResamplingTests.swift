import AudioFiles
import AudioSources
import Foundation
import RenderChain
import Testing

/// A source that a function of time gives.
final class FunctionSource: AudioSource {
  let format: AudioFormat
  let length: Int?
  private let value: (Double) -> Double
  private var position = 0

  init(rate: Double, seconds: Double, _ value: @escaping (Double) -> Double) throws {
    format = try AudioFormat(standardSampleRate: rate, channelCount: 1)
    length = Int(rate * seconds)
    self.value = value
  }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let frames = min(count, (length ?? 0) - position)
    for frame in 0..<frames { channels[0][frame] = Float(value(Double(position + frame) / format.sampleRate)) }
    position += frames
    return frames
  }
}

@Suite struct ResamplingTests {
  private static let pairs: [(Double, Double)] = [
    (44_100, 48_000), (48_000, 44_100), (44_100, 96_000), (96_000, 44_100), (48_000, 96_000), (192_000, 48_000),
    (44_056, 48_000),
  ]

  @Test("a sine that sweeps to 20 kHz stays what it is within -110 dB", arguments: pairs)
  func sweep(from: Double, to: Double) throws {
    let seconds = 1.0
    let sweep = { (time: Double) in sin(2 * .pi * (20 * time + 19_980 * time * time / 2 / seconds)) }
    let samples = try ResampledSource(FunctionSource(rate: from, seconds: seconds, sweep), sampleRate: to).frames()[0]
    #expect(samples.count == Int(to))
    // At its ends the sweep is cut off, which no sine is.
    let margin = Int(0.01 * to)
    let worst = (margin..<samples.count - margin).map { abs(Double(samples[$0]) - sweep(Double($0) / to)) }.max() ?? 1
    print("measured: sweep \(from) to \(to): \(20 * log10(worst)) dB")
    #expect(20 * log10(worst) < -110)
  }

  /// The sine in samples by least squares: its gain in dB, and the rest below full scale in dB.
  private func fit(_ samples: [Float], _ frequency: Double, rate: Double) -> (gain: Double, rest: Double) {
    var (ss, sc, cc, sx, cx) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (frame, sample) in samples.enumerated() {
      let angle = 2 * .pi * (frequency * Double(frame) / rate).truncatingRemainder(dividingBy: 1)
      let (s, c, x) = (sin(angle), cos(angle), Double(sample))
      (ss, sc, cc) = (ss + s * s, sc + s * c, cc + c * c)
      (sx, cx) = (sx + s * x, cx + c * x)
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((sx * cc - cx * sc) / determinant, (cx * ss - sx * sc) / determinant)
    var power = 0.0
    for (frame, sample) in samples.enumerated() {
      let angle = 2 * .pi * (frequency * Double(frame) / rate).truncatingRemainder(dividingBy: 1)
      let rest = Double(sample) - a * sin(angle) - b * cos(angle)
      power += rest * rest
    }
    return (10 * log10(a * a + b * b), 10 * log10(power / Double(samples.count) * 2))
  }

  @Test(
    "the pass band is flat to 20 kHz, and beyond it only the sine is left, if anything",
    arguments: [
      (44_100, 48_000), (48_000, 44_100),
    ] as [(Double, Double)])
  func passBand(from: Double, to: Double) throws {
    var (flatness, worst) = (0.0, -300.0)
    for frequency in [20, 1_000, 10_000, 17_000, 19_000, 20_000, 20_500, 21_000, 21_500, 22_000, 23_000, 23_900.0]
    where frequency < from / 2 {
      let sine = { (time: Double) in sin(2 * .pi * (frequency * time).truncatingRemainder(dividingBy: 1)) }
      let samples = try ResampledSource(FunctionSource(rate: from, seconds: 0.4, sine), sampleRate: to).frames()[0]
      let middle = Array(samples.dropFirst(Int(0.1 * to)).prefix(Int(0.2 * to)))
      if frequency < to / 2 {
        let (gain, rest) = fit(middle, frequency, rate: to)
        if frequency <= 20_000 { flatness = max(flatness, abs(gain)) }
        worst = max(worst, rest)
      } else {
        worst = max(worst, 20 * log10(middle.map { Double(abs($0)) }.max() ?? 1))
      }
    }
    print("measured: \(from) to \(to): flat within \(flatness) dB to 20 kHz; not the sine: \(worst) dB")
    #expect(flatness < 0.1 && worst < -110)
  }

  @Test("lengths are exact to the nearest frame for all rates")
  func lengths() throws {
    let rates = [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000.0]
    for from in rates {
      for to in rates {
        for frames in [0, 1, 7, 1_001] {
          let format = try AudioFormat(standardSampleRate: from, channelCount: 1)
          let source = try SilenceSource(length: frames, format: format).converted(
            to: AudioFormat(standardSampleRate: to, channelCount: 1))
          let expected = Int((Double(frames) * to / from).rounded())
          #expect(try source.length == expected && source.frames()[0].count == expected, "\(from) \(to) \(frames)")
        }
      }
    }
  }

  /// What libsoxr makes of a sound at its highest quality; nil where it isn't installed.
  private func libsoxr(_ samples: [Float], from: Double, to: Double) -> [Float]? {
    guard let library = dlopen("libsoxr.so.0", RTLD_NOW), let symbol = dlsym(library, "soxr_oneshot") else {
      return nil
    }
    typealias OneShot =
      @convention(c) (
        Double, Double, UInt32, UnsafePointer<Float>, Int, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Float>, Int,
        UnsafeMutablePointer<Int>?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
      ) -> UnsafePointer<CChar>?
    let oneShot = unsafeBitCast(symbol, to: OneShot.self)
    // Its quality VHQ: 28 bits, linear phase, and the usual pass band.
    var quality: (Double, Double, Double, Double, UnsafeRawPointer?, UInt) = (28, 50, 0.913, 1, nil, 0)
    var output = [Float](repeating: 0, count: Int(Double(samples.count) * to / from) + 1_000)
    var done = 0
    let failure = oneShot(from, to, 1, samples, samples.count, nil, &output, output.count, &done, nil, &quality, nil)
    #expect(failure == nil)
    return Array(output.prefix(done))
  }

  @Test("libsoxr makes the same of a sound, within its precision")
  func oracle() throws {
    let noise = try NoiseSource(
      .pink, level: -12, length: 48_000, format: AudioFormat(standardSampleRate: 48_000, channelCount: 1))
    let sound = try noise.frames()[0]
    guard let theirs = libsoxr(sound, from: 48_000, to: 44_100) else {
      print("libsoxr0 is not installed, so nothing is compared with it")
      return
    }
    let ours = try ResampledSource(SampleSource([sound]), sampleRate: 44_100).frames()[0]
    #expect(ours.count == theirs.count)
    // Both filters differ above 19 kHz, where this noise has little: 40 dB below all of it.
    var rest = zip(ours, theirs).map { Double($0) - Double($1) }
    let low = try ResampledSource(SampleSource([rest.map(Float.init)], rate: 44_100), sampleRate: 32_000).frames()[0]
    rest = low.dropFirst(500).dropLast(500).map(Double.init)
    let power = rest.reduce(0) { $0 + $1 * $1 } / Double(rest.count)
    print("measured: beside libsoxr below 14.5 kHz: \(10 * log10(power)) dB")
    #expect(10 * log10(power) < -110)
  }
}
