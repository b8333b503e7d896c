internal import Glibc
internal import RenderChain

/// A sound for measuring a chain, the same in each run.
package enum TestSound: String, CaseIterable, Hashable, Sendable {
  /// White noise at -12 dBFS.
  case noise
  /// Plucked strings and drums, with notes for plugins that take MIDI.
  case music
  /// Silence after a second of music: for tails, and for signals that become denormal.
  case silence
}

/// Makes a sound, block by block.
struct SoundMaker {
  // SAFETY: Callers have room for the frames of a block in each channel.

  private let sound: TestSound
  private let sampleRate: Double
  private var position = 0
  private var random: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The interval between notes, in seconds.
  static let beat = 0.25
  /// A bass line, in semitones above A2.
  private static let line = [0, 12, 7, 3, 10, 5, 7, -2]
  private static let level: Float = 0.25

  init(_ sound: TestSound, sampleRate: Double) {
    self.sound = sound
    self.sampleRate = sampleRate
  }

  /// Fills the next block.
  mutating func fill(_ channels: [UnsafeMutablePointer<Float>], frames: Int) {
    switch sound {
    case .silence: for channel in channels { channel.update(repeating: 0, count: frames) }
    case .noise: for channel in channels { for frame in 0..<frames { channel[frame] = Self.level * white() } }
    case .music: fillMusic(channels, frames)
    }
    position += frames
  }

  /// The notes of the next block; call it before ``fill(_:frames:)``.
  func events(frames: Int) -> [MIDIMessage] {
    guard sound == .music else { return [] }
    var events: [MIDIMessage] = []
    for frame in 0..<frames where (position + frame) % beatLength == 0 {
      let number = (position + frame) / beatLength
      if number > 0 { events.append(.init(frame: frame, bytes: [0x80, key(number - 1), 0])) }
      events.append(.noteOn(key(number), at: frame))
    }
    return events
  }

  /// Messages that end all notes.
  static var end: [MIDIMessage] {
    [.init(frame: 0, bytes: [0xB0, 123, 0])]
      + line.map { .init(frame: 0, bytes: [0x80, UInt8(45 + $0), 0]) }
  }

  private var beatLength: Int { max(1, Int(Self.beat * sampleRate)) }

  private func key(_ number: Int) -> UInt8 { UInt8(45 + Self.line[number % Self.line.count]) }

  private mutating func fillMusic(_ channels: [UnsafeMutablePointer<Float>], _ frames: Int) {
    for frame in 0..<frames {
      let place = position + frame
      let time = Double(place % beatLength) / sampleRate
      let pitch = 440 * pow(2, Double(Int(key(place / beatLength)) - 69) / 12)
      var string = 0.0
      for partial in 1...6 {
        let decay = exp(-time * Double(4 + 2 * partial))
        string += sin(2 * .pi * pitch * Double(partial) * time) * decay / Double(partial)
      }
      let drum = exp(-time * 40)
      for channel in channels { channel[frame] = Self.level * (Float(string) + Float(drum) * white()) }
    }
  }

  /// A sample of noise from -1 to 1.
  private mutating func white() -> Float {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Float(Int32(truncatingIfNeeded: random >> 32)) * 0x1p-31
  }
}
