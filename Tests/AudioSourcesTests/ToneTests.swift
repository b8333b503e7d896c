import AudioFiles
import AudioSources
import Foundation
import TestSupport
import Testing

struct ToneTests {
  private func checkSpectrum(_ frequency: Int, rate: Int) throws {
    let format = try AudioFormat(standardSampleRate: Double(rate), channelCount: 1)
    for wave in ToneSource.Wave.allCases {
      let source = try ToneSource(Double(frequency), wave, level: 0, attack: 0, release: 0, format: format)
      let samples = try source.frames(rate)[0].map(Double.init)
      let partials = stride(from: frequency, to: rate / 2, by: frequency).reduce(0) { $0 + samples.power(periods: $1) }
      let rest = 10 * log10(max(samples.power - partials, 1e-20) / samples.power)
      print("measured: \(wave) of \(frequency) Hz at \(rate): the rest is \(rest) dB")
      verify(rest < -130)
    }
  }

  @Test("nothing but partials, 130 dB below all") func spectrum() throws { try checkSpectrum(15_013, rate: 48_000) }

  @Test("the same with more partials", .part(.laws), arguments: [(997, 48_000), (3_001, 48_000), (7_919, 44_100)])
  func lowSpectrum(frequency: Int, rate: Int) throws { try checkSpectrum(frequency, rate: rate) }

  @Test(
    """
    sines are right to the last bits, by default at -18 dBFS, 48 kHz, stereo, with an attack and a release; levels are \
    decibels; other frequencies are errors
    """)
  func sines() throws {
    let samples = try ToneSource(440, level: 0, attack: 0, release: 0).frames(100_000)[0]
    var worst = 0.0
    // Computed once: a machine that gives another number computes in another way.
    var hash: UInt64 = 14_695_981_039_346_656_037
    for (frame, sample) in samples.enumerated() {
      worst = max(worst, abs(Double(sample) - sin(2 * .pi * Double(frame * 440 % 48_000) / 48_000)))
      hash = (hash ^ UInt64(sample.bitPattern)) &* 1_099_511_628_211
    }
    verify(worst < 4e-8 && hash == 13_603_657_824_776_005_940, "\(worst), \(hash)")

    let source = try ToneSource(1_000, length: 48_000)
    verify(source.format == .usualForSources && source.length == 48_000)
    let sound = try source.frames()
    verify(sound[0] == sound[1] && sound[0].count == 48_000)
    verify(abs(20 * log10(Double(sound[0].map(abs).max() ?? 0)) + 18) < 0.001)
    verify(sound[0][0] == 0 && abs(sound[0][47_999]) < 1e-4 && sound[0][..<12].allSatisfy { abs($0) < 0.002 })
    for level in [-200, -60.3, -18, -0.01, 0, 6.02, 24] {
      let sample = try ToneSource(12_000, level: level, attack: 0, release: 0).frames(2)[0][1]
      verify(abs(Double(sample) / pow(10, level / 20) - 1) < 1e-7, "\(level)")
    }
    for frequency in [0, 9.9, 24_001, .nan, .infinity] {
      verify(throws: SourceError.self, "\(frequency)") { try ToneSource(frequency) }
    }
  }
}

struct NoiseTests {
  /// The power in each octave below 20 kHz, in decibels.
  private func octaves(_ samples: [Double], rate: Double) -> [Double] {
    let size = 8_192
    var power = [Double](repeating: 0, count: size / 2)
    for start in stride(from: 0, to: samples.count - size, by: size) {
      var (real, imaginary) = (Array(samples[start..<start + size]), [Double](repeating: 0, count: size))
      for index in 0..<size { real[index] *= 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(size)) }
      FourierTransform.run(&real, &imaginary)
      for index in 0..<size / 2 { power[index] += real[index] * real[index] + imaginary[index] * imaginary[index] }
    }
    return (1...8).map { octave in
      let top = 20_000 / pow(2, Double(octave - 1))
      let bins = Int(top / 2 / rate * Double(size))..<Int(top / rate * Double(size))
      return 10 * log10(power[bins].reduce(0, +) / Double(bins.count))
    }
  }

  @Test(
    "white noise has the same power in each hertz, pink noise in each octave", .part(.laws),
    arguments: [44_100.0, 48_000, 96_000])
  func spectrum(rate: Double) throws {
    let format = try AudioFormat(standardSampleRate: rate, channelCount: 1)
    for color in NoiseSource.Color.allCases {
      let samples = try NoiseSource(color, level: 0, format: format).frames(1 << 20)[0].map(Double.init)
      let octaves = octaves(samples, rate: rate)
      // Per hertz, pink noise loses 3.01 dB an octave.
      let slope = color == .pink ? 3.0103 : 0
      let level = octaves.enumerated().map { $1 - Double($0) * slope }
      let middle = level.reduce(0, +) / Double(level.count)
      print("measured: \(color) at \(rate): octaves within \(level.map { abs($0 - middle) }.max() ?? 9) dB")
      verify(level.allSatisfy { abs($0 - middle) < 0.5 }, "\(level)")
      verify(abs(10 * log10(samples.power * 2)) < 0.15, "as loud as a sine")
    }
  }

  @Test("a seed gives the same noise from any frame; channels and seeds differ")
  func seeds() throws {
    for color in NoiseSource.Color.allCases {
      let source = try NoiseSource(color, seed: 7)
      let sound = try source.frames(67_000)
      verify(sound[0] != sound[1])
      try verify(NoiseSource(color, seed: 7).frames(1_000, by: 13), equals: sound.map { Array($0.prefix(1_000)) })
      try verify(NoiseSource(color, seed: 8).frames(1_000)[0] != Array(sound[0].prefix(1_000)))
      for start in [0, 1, 65_535, 65_536, 66_500] {
        source.seek(to: start)
        try verify(source.frames(500), equals: sound.map { Array($0[start..<start + 500]) }, "\(color) from \(start)")
      }
      // Where one filter follows another, nothing is heard.
      let steps = zip(sound[0], sound[0].dropFirst()).map { abs($0 - $1) }
      verify(steps[65_535] <= steps[..<65_535].max() ?? 0, "\(color)")
    }
  }
}

/// The fast Fourier transform of a power of two.
enum FourierTransform {
  static func run(_ real: inout [Double], _ imaginary: inout [Double]) {
    let count = real.count
    var j = 0
    for i in 1..<count {
      var bit = count >> 1
      while j & bit != 0 {
        j ^= bit
        bit >>= 1
      }
      j |= bit
      if i < j {
        real.swapAt(i, j)
        imaginary.swapAt(i, j)
      }
    }
    var length = 2
    while length <= count {
      for k in 0..<length / 2 {
        let angle = -2 * Double.pi * Double(k) / Double(length)
        let (c, s) = (cos(angle), sin(angle))
        for i in stride(from: k, to: count, by: length) {
          let m = i + length / 2
          let (x, y) = (real[m] * c - imaginary[m] * s, real[m] * s + imaginary[m] * c)
          (real[m], imaginary[m]) = (real[i] - x, imaginary[i] - y)
          (real[i], imaginary[i]) = (real[i] + x, imaginary[i] + y)
        }
      }
      length *= 2
    }
  }
}
