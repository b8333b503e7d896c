import AudioFiles
import AudioSources
import Foundation
import RenderChain

/// A sound in double precision: channels of samples.
typealias Sound = [[Double]]

/// A source that a test has written.
final class SampleSource: AudioSource {
  let format: AudioFormat
  let canSeek: Bool
  var length: Int? { samples[0].count }
  private let samples: [[Float]]
  private var position = 0

  init(_ samples: [[Float]], rate: Double = 48_000, canSeek: Bool = true) throws {
    format = try AudioFormat(standardSampleRate: rate, layout: .standard(channelCount: samples.count))
    (self.samples, self.canSeek) = (samples, canSeek)
  }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let frames = max(0, min(count, samples[0].count - position))
    for (channel, target) in channels.enumerated() {
      for frame in 0..<frames { target[frame] = samples[channel][position + frame] }
    }
    position += frames
    return frames
  }

  func seek(to frame: Int) { position = frame }
}

extension AudioSource {
  /// The next frames; all of them without a number.
  func frames(_ count: Int = .max, by portion: Int = 997) throws -> [[Float]] {
    var sound = [[Float]](repeating: [], count: channelCount)
    let memory =
      channelCount > 0 ? (0..<channelCount).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: portion) } : []
    defer { for channel in memory { channel.deallocate() } }
    var left = count
    while left > 0 {
      let wanted = min(portion, left)
      let frames = try read(into: memory, count: wanted)
      for channel in sound.indices { sound[channel] += UnsafeBufferPointer(start: memory[channel], count: frames) }
      left -= frames
      if frames < wanted { break }
    }
    return sound
  }
}

/// A random tree of sources, and what it sounds like by the definitions of its parts, in double precision.
indirect enum Tree {
  case samples([[Float]])
  case silence(Int)
  case tone(Double, ToneSource.Wave, length: Int)
  case sequence([Tree])
  case layers([Tree])
  case loop(Tree, Int)
  case fade(Tree, Int, Int)
  case gain(Tree, Float)
  case limit(Tree, Int)
  case remix(Tree)
  case resample(Tree, from: Double)

  /// - Parameter size: how many more levels there may be.
  init(_ random: inout some RandomNumberGenerator, rate: Double, channels: Int, size: Int) {
    func part(_ rate: Double, _ channels: Int) -> Tree { Tree(&random, rate: rate, channels: channels, size: size - 1) }
    let frames = Int.random(in: 0...60, using: &random)
    switch Int.random(in: 0..<(size > 0 ? 14 : 4), using: &random) {
    case 0: self = .silence(frames)
    case 1:
      let wave = ToneSource.Wave.allCases.randomElement(using: &random) ?? .sine
      self = .tone(.random(in: 200...rate / 2, using: &random), wave, length: frames)
    case 2, 3:
      self = .samples(
        (0..<channels).map { _ in (0..<frames).map { _ in .random(in: -1...1, using: &random) } })
    case 4, 5, 6: self = .sequence((0..<Int.random(in: 0...3, using: &random)).map { _ in part(rate, channels) })
    case 7, 8: self = .layers((0..<Int.random(in: 1...3, using: &random)).map { _ in part(rate, channels) })
    case 9: self = .loop(part(rate, channels), .random(in: 0...4, using: &random))
    case 10:
      self = .fade(part(rate, channels), .random(in: 0...80, using: &random), .random(in: 0...80, using: &random))
    case 11: self = .gain(part(rate, channels), .random(in: -2...2, using: &random))
    case 12: self = .limit(part(rate, channels), .random(in: 0...80, using: &random))
    default:
      if Bool.random(using: &random) {
        self = .remix(part(rate, channels == 1 ? 2 : 1))
      } else {
        let other = [44_100.0, 48_000, 32_000, 96_000].filter { $0 != rate }.randomElement(using: &random) ?? 44_100
        self = .resample(part(other, channels), from: other)
      }
    }
  }

  func source(rate: Double, channels: Int) throws -> any AudioSource {
    let format = try AudioFormat(standardSampleRate: rate, layout: .standard(channelCount: channels))
    func sources(_ trees: [Tree]) throws -> [any AudioSource] {
      try trees.map { try $0.source(rate: rate, channels: channels) }
    }
    return switch self {
    case .samples(let samples): try SampleSource(samples, rate: rate)
    case .silence(let frames): SilenceSource(length: frames, format: format)
    case .tone(let frequency, let wave, let length):
      try ToneSource(frequency, wave, level: 0, attack: 0, release: 0, length: length, format: format)
    case .sequence(let parts) where parts.isEmpty: SilenceSource(length: 0, format: format)
    case .sequence(let parts): try SequenceSource(sources(parts))
    case .layers(let layers): try LayeredSource(sources(layers))
    case .loop(let part, let times): try LoopedSource(sources([part])[0], times: times)
    case .fade(let part, let fadeIn, let fadeOut): try FadedSource(sources([part])[0], fadeIn: fadeIn, fadeOut: fadeOut)
    case .gain(let part, let factor): GainSource(try sources([part])[0], factor: factor)
    case .limit(let part, let length): LimitedSource(try sources([part])[0], length: length)
    case .remix(let part):
      try RemixedSource(part.source(rate: rate, channels: channels == 1 ? 2 : 1), channelCount: channels)
    case .resample(let part, let other):
      try ResampledSource(part.source(rate: other, channels: channels), sampleRate: rate)
    }
  }

  func sound(rate: Double, channels: Int) -> Sound {
    let empty = Sound(repeating: [], count: channels)
    switch self {
    case .samples(let samples): return samples.map { $0.map(Double.init) }
    case .silence(let frames): return Sound(repeating: Array(repeating: 0, count: frames), count: channels)
    case .tone(let frequency, let wave, let length):
      return Sound(repeating: (0..<length).map { wave.value(frequency, rate, $0) }, count: channels)
    case .sequence(let parts):
      return parts.reduce(empty) { sum, part in
        zip(sum, part.sound(rate: rate, channels: channels)).map { $0 + $1 }
      }
    case .layers(let layers):
      return layers.map { $0.sound(rate: rate, channels: channels) }.reduce(empty) { sum, layer in
        zip(sum, layer).map { one, other in
          (0..<max(one.count, other.count)).map { (one.count > $0 ? one[$0] : 0) + (other.count > $0 ? other[$0] : 0) }
        }
      }
    case .loop(let part, let times):
      let sound = part.sound(rate: rate, channels: channels)
      return sound.map { channel in Array((0..<times).map { _ in channel }.joined()) }
    case .fade(let part, let fadeIn, let fadeOut):
      let sound = part.sound(rate: rate, channels: channels)
      let count = sound[0].count
      return sound.map { channel in
        channel.enumerated().map { frame, sample in
          func smooth(_ x: Double) -> Double { x * x * (3 - 2 * x) }
          let rise = frame < fadeIn ? smooth(Double(frame) / Double(fadeIn)) : 1
          let fall = frame > count - fadeOut ? smooth(Double(count - frame) / Double(fadeOut)) : 1
          return sample * rise * fall
        }
      }
    case .gain(let part, let factor):
      return part.sound(rate: rate, channels: channels).map { $0.map { $0 * Double(factor) } }
    case .limit(let part, let length):
      return part.sound(rate: rate, channels: channels).map { Array($0.prefix(length)) }
    case .remix(let part):
      let sound = part.sound(rate: rate, channels: channels == 1 ? 2 : 1)
      return channels == 1 ? [zip(sound[0], sound[1]).map { ($0 + $1) / 2 }] : [sound[0], sound[0]]
    case .resample(let part, let other):
      return part.sound(rate: other, channels: channels).map { ModelResampler.between(other, rate).resampled($0) }
    }
  }
}

extension ToneSource.Wave {
  /// The wave at a frame: the sum of its partials below half of the rate.
  func value(_ frequency: Double, _ rate: Double, _ frame: Int) -> Double {
    let turns = (Double(frame) * frequency / rate).truncatingRemainder(dividingBy: 1)
    var (sum, n) = (0.0, 1.0)
    while n * frequency < rate / 2 || n == 1 {
      let isOdd = n.truncatingRemainder(dividingBy: 2) == 1
      let sine = sin(2 * .pi * n * turns)
      switch self {
      case .sine: sum += n == 1 ? sine : 0
      case .saw: sum += sine * (isOdd ? 2 : -2) / (.pi * n)
      case .square: sum += isOdd ? sine * 4 / (.pi * n) : 0
      case .triangle:
        let sign: Double = n.truncatingRemainder(dividingBy: 4) == 1 ? 8 : -8
        sum += isOdd ? sine * sign / (.pi * .pi * n * n) : 0
      }
      n += 1
    }
    return sum
  }
}

/// Resampling by its definition.
final class ModelResampler {
  private let from: Int
  private let to: Int
  private let half: Int
  private var weights: [Int: [Double]] = [:]
  private nonisolated(unsafe) static var known: [[Double]: ModelResampler] = [:]

  /// For tests that run one after the other.
  static func between(_ from: Double, _ to: Double) -> ModelResampler {
    if let found = known[[from, to]] { return found }
    let made = ModelResampler(Int(from), Int(to))
    known[[from, to]] = made
    return made
  }

  private init(_ from: Int, _ to: Int) {
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    let common = divisor(from, to)
    (self.from, self.to) = (from / common, to / common)
    let nyquist = 0.5 * min(1, Double(to) / Double(from))
    let length = (120 - 7.95) / (14.36 * nyquist * (1 - 20 / 22.05))
    half = Int((length / 16).rounded(.up)) * 8
  }

  private func bessel(_ x: Double) -> Double {
    (1...60).reduce((1.0, 1.0)) { state, n in
      let term = state.0 * x * x / 4 / Double(n * n)
      return (term, state.1 + term)
    }.1
  }

  private func weights(_ phase: Int) -> [Double] {
    if let found = weights[phase] { return found }
    let nyquist = 0.5 * min(1, Double(to) / Double(from))
    let (cutoff, beta) = (nyquist * (1 + 20 / 22.05), 0.1102 * (120 - 8.7))
    let made = (0..<2 * half).map { tap in
      let x = Double(tap - half + 1) - Double(phase) / Double(to)
      let share = 1 - x * x / Double(half * half)
      let window = share < 0 ? 0 : bessel(beta * share.squareRoot()) / bessel(beta)
      return window * (x == 0 ? cutoff : sin(.pi * cutoff * x) / (.pi * x))
    }
    weights[phase] = made
    return made
  }

  func resampled(_ samples: [Double]) -> [Double] {
    let length = (samples.count * to * 2 + from) / (2 * from)
    return (0..<length).map { frame in
      let start = frame * from / to - half + 1
      return weights(frame * from % to).enumerated().reduce(0) { sum, weight in
        let index = start + weight.offset
        return samples.indices.contains(index) ? sum + weight.element * samples[index] : sum
      }
    }
  }
}
