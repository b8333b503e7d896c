internal import AudioFiles
internal import RenderChain

/// A sound mixed to fewer channels: to one as the mean of all, to two by the side that each belongs to.
final class DownmixedSource: FrameSource {
  // SAFETY: `memory` has `chunk` frames for each channel of the source, no more are read in one go, and it is freed
  // with this object. The caller's channels have room for `count` frames, as a FrameSource requires.

  let channelCount: Int
  private let source: any FrameSource
  /// The factor of each of the source's channels in each channel of the mix.
  private let gains: [[Float]]
  private let memory: UnsafeMutablePointer<Float>
  private static let chunk = 4_096

  /// - Parameters:
  ///   - channelCount: 1 or 2.
  ///   - layout: what the source's channels are for.
  init(_ source: any FrameSource, to channelCount: Int, layout: ChannelLayout) {
    self.source = source
    self.channelCount = channelCount
    gains = (0..<channelCount).map { target in
      let weights = layout.roles.map { channelCount == 1 ? 1 : $0.weight(onRight: target == 1) }
      let sum = weights.reduce(0, +)
      return weights.map { sum > 0 ? $0 / sum : 0 }
    }
    memory = .allocate(capacity: Self.chunk * max(source.channelCount, 1))
    memory.initialize(repeating: 0, count: Self.chunk * max(source.channelCount, 1))
  }

  deinit { memory.deallocate() }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    let sources = (0..<source.channelCount).map { memory + $0 * Self.chunk }
    var done = 0
    while done < count {
      let wanted = min(Self.chunk, count - done)
      let frames = try source.read(into: sources, count: wanted)
      for (target, gains) in zip(channels, gains) {
        for frame in 0..<frames {
          target[done + frame] = zip(sources, gains).reduce(0) { $0 + $1.0[frame] * $1.1 }
        }
      }
      done += frames
      if frames < wanted { break }
    }
    return done
  }
}

extension ChannelRole {
  /// The weight of a channel on one side; one in the middle belongs to both.
  fileprivate func weight(onRight isRight: Bool) -> Float {
    switch self {
    case .left, .rearLeft, .centerLeft, .sideLeft, .topFrontLeft, .topRearLeft: isRight ? 0 : 1
    case .right, .rearRight, .centerRight, .sideRight, .topFrontRight, .topRearRight: isRight ? 1 : 0
    case .discrete(let number): number % 2 == (isRight ? 1 : 0) ? 1 : 0
    default: 0.5
    }
  }
}
