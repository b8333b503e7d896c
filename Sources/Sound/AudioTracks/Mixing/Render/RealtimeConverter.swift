internal import AudioSources

/// Converts the mix to a device's rate, on the render thread.
///
/// Its output equals that of a `ResampledSource` over the mix, bit for bit. The mixer renders only as many frames as a
/// block needs, so the conversion delays requests by no more than half of the filter's length.
struct RealtimeConverter {
  // SAFETY: The window has `capacity` frames of each channel, of which the first `filled` are valid; `heads` has a
  // pointer for each channel. `weights` has `taps` values for each of `phases` and one more. `ConverterMemory` keeps
  // all of it.

  let mixer: UnsafeMutablePointer<RealtimeMixer>
  private let window: UnsafeMutablePointer<Float>
  private let heads: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let capacity: Int
  private let channelCount: Int
  /// Nil if the device has the mix's rate.
  private let weights: UnsafePointer<Float>?
  private let taps: Int
  private let phases: Int
  private let from: Int
  private let to: Int
  private var filled: Int
  /// The window's frame at which the next sum begins.
  private var first = 0
  /// The position of the next output between two frames of the mix, in units of a frame divided by `to`.
  private var offset = 0

  @_noLocks init(
    _ mixer: UnsafeMutablePointer<RealtimeMixer>, window: UnsafeMutablePointer<Float>, capacity: Int,
    heads: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channels: Int, weights: UnsafePointer<Float>?,
    taps: Int, phases: Int, from: Int, to: Int
  ) {
    (self.mixer, self.window, self.capacity, self.heads, channelCount) = (mixer, window, capacity, heads, channels)
    (self.weights, self.taps, self.phases, self.from, self.to) = (weights, taps, phases, from, to)
    // Silence precedes the mix.
    filled = max(0, taps / 2 - 1)
  }

  /// Renders a device's next frames. Real-time safe.
  @_noLocks mutating func render(to outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frames: Int) {
    guard let weights else { return RealtimeMixer.render(mixer, to: outputs, frames: frames) }
    var done = 0
    while done < frames {
      fill(for: frames &- done)
      while done < frames, first &+ taps <= filled {
        for channel in 0..<channelCount {
          outputs[channel][done] = value(window + (channel &* capacity &+ first), weights)
        }
        offset = offset &+ from
        first = first &+ offset / to
        offset = offset % to
        done = done &+ 1
      }
    }
  }

  /// Mixes the frames that this many outputs need, as far as there is room.
  @_noLocks private mutating func fill(for frames: Int) {
    var end = first &+ (offset &+ (frames &- 1) &* from) / to &+ taps
    if end > capacity {
      for channel in 0..<channelCount {
        let samples = window + channel &* capacity
        for frame in first..<filled { samples[frame &- first] = samples[frame] }
      }
      (end, filled, first) = (end &- first, filled &- first, 0)
    }
    if end > capacity { end = capacity }
    guard end > filled else { return }
    for channel in 0..<channelCount { heads[channel] = window + (channel &* capacity &+ filled) }
    RealtimeMixer.render(mixer, to: UnsafePointer(heads), frames: end &- filled)
    filled = end
  }

  /// The same sum as `SincTable.sum`, repeated here because the compiler proves the absence of locks only within a
  /// module.
  @_noLocks private func value(_ samples: UnsafePointer<Float>, _ weights: UnsafePointer<Float>) -> Float {
    if phases == to { return sum(samples, weights + offset &* taps) }
    let exact = Double(offset) * Double(phases) / Double(to)
    let phase = Int(exact)
    let share = Float(exact - Double(phase))
    let before = sum(samples, weights + phase &* taps)
    let after = sum(samples, weights + (phase &+ 1) &* taps)
    return before + share * (after - before)
  }

  @_noLocks private func sum(_ samples: UnsafePointer<Float>, _ weights: UnsafePointer<Float>) -> Float {
    var sums = SIMD8<Float>(repeating: 0)
    var tap = 0
    while tap < taps {
      let one = UnsafeRawPointer(samples + tap).loadUnaligned(as: SIMD8<Float>.self)
      let two = UnsafeRawPointer(weights + tap).loadUnaligned(as: SIMD8<Float>.self)
      sums += one * two
      tap &+= 8
    }
    let four = sums.lowHalf + sums.highHalf
    return (four[0] + four[1]) + (four[2] + four[3])
  }
}
