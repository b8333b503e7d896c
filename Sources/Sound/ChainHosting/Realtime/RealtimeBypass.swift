internal import CLV2Host
internal import Synchronization

/// How a stage is bypassed: through its own `lv2:enabled` port, or with a crossfade to its input.
struct RealtimeBypass {
  /// 1 if the control thread wants the stage bypassed.
  let wanted: UnsafeMutablePointer<Atomic<UInt32>>
  /// The stage's input, delayed by the plugin's latency; nil for a plugin without latency.
  let delay: UnsafeMutablePointer<Float>?
  /// Frames per channel: ``longestDelay`` and a block.
  let delayLength: Int
  let progress: UnsafeMutablePointer<Progress>

  /// The render thread's own state. The control thread may read the other fields at any time, so those never change.
  struct Progress {
    /// How much of the plugin's sound is heard: 0 to 1.
    var wet: Float = 1
    /// The next frame of the delay that is written.
    var position = 0
  }

  /// The longest latency that a bypass compensates for, in frames.
  static var longestDelay: Int { 1 << 17 }
}

extension RealtimeStage {
  // SAFETY: Channels have a block of samples, and delay lines have `delayLength` for each output channel; positions
  // wrap around there. Only the render thread runs this code.

  /// Crossfades between the stage's input and output, as far as it is bypassed. Real-time safe.
  @_noLocks func mixBypass(_ frames: Int, _ rampLength: Int) {
    let goal: Float = bypass.wanted.pointee.read() == 0 ? 1 : 0
    let delayed = delayFrames()
    if bypass.delay != nil { writeDelay(frames) }
    guard bypass.progress.pointee.wet != goal || goal == 0 else { return }
    let step: Float = (goal > bypass.progress.pointee.wet ? 1 : -1) / Float(rampLength > 0 ? rampLength : 1)
    var wet = bypass.progress.pointee.wet
    for channel in 0..<outputCount {
      wet = bypass.progress.pointee.wet
      for frame in 0..<frames {
        if wet != goal {
          wet += step
          if (step > 0 && wet > goal) || (step < 0 && wet < goal) { wet = goal }
        }
        let dry = drySample(channel, frame, of: frames, delay: delayed)
        let processed = outputs[channel][frame]
        outputs[channel][frame] = wet == 0 ? dry : dry + (processed - dry) * wet
      }
    }
    bypass.progress.pointee.wet = wet
  }

  /// The delay of the stage's input that matches the plugin's latency, in frames.
  @_noLocks func delayFrames() -> Int {
    guard bypass.delay != nil, let latency else { return 0 }
    let frames = latency.pointee
    guard frames > 0 else { return 0 }
    return frames < Float(RealtimeBypass.longestDelay) ? Int(frames) : RealtimeBypass.longestDelay
  }

  @_noLocks func writeDelay(_ frames: Int) {
    guard let delay = bypass.delay else { return }
    for channel in 0..<outputCount {
      let line = delay + channel * bypass.delayLength
      if inputCount == outputCount {
        copy(inputs[channel], to: line, frames)
        continue
      }
      var position = bypass.progress.pointee.position
      for frame in 0..<frames {
        line[position] = undelayedSample(channel, frame)
        position = position + 1 == bypass.delayLength ? 0 : position + 1
      }
    }
    bypass.progress.pointee.position = (bypass.progress.pointee.position + frames) % bypass.delayLength
  }

  /// Copies samples into a delay line, which is circular.
  @_noLocks private func copy(
    _ source: UnsafeMutablePointer<Float>, to line: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let room = bypass.delayLength - bypass.progress.pointee.position
    let first = frames < room ? frames : room
    aucatCopy(line + bypass.progress.pointee.position, source, UInt32(truncatingIfNeeded: first * 4))
    aucatCopy(line, source + first, UInt32(truncatingIfNeeded: (frames - first) * 4))
  }

  @_noLocks func drySample(_ channel: Int, _ frame: Int, of frames: Int, delay delayed: Int) -> Float {
    guard let delay = bypass.delay else { return undelayedSample(channel, frame) }
    var position = bypass.progress.pointee.position - frames + frame - delayed
    while position < 0 { position += bypass.delayLength }
    return delay[channel * bypass.delayLength + position]
  }

  /// The stage's input for one of its output channels, not delayed.
  @_noLocks private func undelayedSample(_ channel: Int, _ frame: Int) -> Float {
    if inputCount == outputCount { return inputs[channel][frame] }
    if inputCount == 1 { return inputs[0][frame] }
    var sum: Float = 0
    for input in 0..<inputCount { sum += inputs[input][frame] }
    return inputCount > 0 ? sum / Float(inputCount) : 0
  }
}
