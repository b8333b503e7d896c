import AudioFiles
import AudioSources
import Foundation
import Testing

@Suite struct ToneTests {
  /// What is left of a second of a tone without its partials, in decibels below it.
  private func rest(_ samples: [Double], _ frequency: Int, rate: Int) -> Double {
    let total = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    var partials = 0.0
    for number in stride(from: frequency, to: rate / 2, by: frequency) {
      // Whole periods: partials don't disturb each other.
      var (sine, cosine) = (0.0, 0.0)
      for (frame, sample) in samples.enumerated() {
        let angle = 2 * Double.pi * Double(frame * number % rate) / Double(rate)
        sine += sample * sin(angle)
        cosine += sample * cos(angle)
      }
      partials += 2 * (sine * sine + cosine * cosine) / Double(samples.count * samples.count)
    }
    return 10 * log10(max(total - partials, 1e-20) / total)
  }

  @Test(
    "nothing but partials, 130 dB below all", arguments: ToneSource.Wave.allCases,
    [(997, 48_000), (3_001, 48_000), (7_919, 44_100), (15_013, 48_000)])
  func spectrum(wave: ToneSource.Wave, tone: (frequency: Int, rate: Int)) throws {
    let format = try AudioFormat(standardSampleRate: Double(tone.rate), channelCount: 1)
    let source = try ToneSource(Double(tone.frequency), wave, level: 0, attack: 0, release: 0, format: format)
    let samples = try source.frames(tone.rate)[0].map(Double.init)
    let rest = rest(samples, tone.frequency, rate: tone.rate)
    print("measured: \(wave) of \(tone.frequency) Hz at \(tone.rate): the rest is \(rest) dB")
    #expect(rest < -130)
  }

  @Test("sines are right to the last bits, and the same everywhere")
  func sines() throws {
    let source = try ToneSource(440, level: 0, attack: 0, release: 0)
    let samples = try source.frames(100_000)[0]
    for (frame, sample) in samples.enumerated() {
      let exact = sin(2 * .pi * Double(frame * 440 % 48_000) / 48_000)
      #expect(abs(Double(sample) - exact) < 4e-8, "frame \(frame)")
    }
    // Computed once: a machine that gives another number computes in another way.
    var hash: UInt64 = 14_695_981_039_346_656_037
    for sample in samples { hash = (hash ^ UInt64(sample.bitPattern)) &* 1_099_511_628_211 }
    #expect(hash == 13_603_657_824_776_005_940)
  }

  @Test("-18 dBFS, 48 kHz, stereo, with an attack and a release")
  func usual() throws {
    let source = try ToneSource(1_000, length: 48_000)
    #expect(source.format == .usualForSources && source.length == 48_000)
    let sound = try source.frames()
    #expect(sound[0] == sound[1] && sound[0].count == 48_000)
    let peak = sound[0].map(abs).max() ?? 0
    #expect(abs(20 * log10(Double(peak)) + 18) < 0.001)
    #expect(sound[0][0] == 0 && abs(sound[0][47_999]) < 1e-4 && sound[0][..<12].allSatisfy { abs($0) < 0.002 })
  }

  @Test("levels are decibels", arguments: [-200, -60.3, -18, -0.01, 0, 6.02, 24])
  func levels(level: Double) throws {
    let source = try ToneSource(12_000, level: level, attack: 0, release: 0)
    let sample = try source.frames(2)[0][1]
    #expect(abs(Double(sample) / pow(10, level / 20) - 1) < 1e-7)
  }

  @Test("what is out of range is an error", arguments: [0, 9.9, 24_001, .nan, .infinity])
  func ranges(frequency: Double) { #expect(throws: SourceError.self) { try ToneSource(frequency) } }
}

@Suite struct NoiseTests {
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
    "white noise has the same power in each hertz, pink noise in each octave", arguments: [44_100.0, 48_000, 96_000])
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
      #expect(level.allSatisfy { abs($0 - middle) < 0.5 }, "\(level)")
      let power = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
      #expect(abs(10 * log10(power * 2)) < 0.15, "as loud as a sine")
    }
  }

  @Test("a seed gives the same noise from any frame; channels and seeds differ")
  func seeds() throws {
    for color in NoiseSource.Color.allCases {
      let source = try NoiseSource(color, seed: 7)
      let sound = try source.frames(140_000)
      #expect(sound[0] != sound[1])
      #expect(try NoiseSource(color, seed: 7).frames(1_000, by: 13) == sound.map { Array($0.prefix(1_000)) })
      #expect(try NoiseSource(color, seed: 8).frames(1_000)[0] != Array(sound[0].prefix(1_000)))
      for start in [0, 1, 65_535, 65_536, 100_000, 131_072] {
        source.seek(to: start)
        #expect(try source.frames(500) == sound.map { Array($0[start..<start + 500]) }, "\(color) from \(start)")
      }
      // Where one filter follows another, nothing is heard.
      let steps = zip(sound[0], sound[0].dropFirst()).map { abs($0 - $1) }
      #expect(steps[65_535] <= steps.max() ?? 0)
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
