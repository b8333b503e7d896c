internal import Linux

/// Plays on a device the sound that a function gives. A thread of its own reads ahead, so the function may read files,
/// compute and block.
///
/// Use it on one thread, and keep it until no device makes calls.
package final class RingPlayer {
  // SAFETY: The function gets room for `count` samples of each channel, during the call.

  /// Gives the next frames: fewer than requested at the end. More may follow after a ``move(_:)``.
  package typealias Reading = (_ channels: [UnsafeMutablePointer<Float>], _ count: Int) throws -> Int

  /// The progress of the player.
  package struct State {
    /// The number of frames that the device has taken, or that were skipped.
    package var played: Int
    /// The number of frames that came too late for the device.
    package var missing: Int
    /// Whether everything has been played.
    package var isOver: Bool
    /// Why no more frames come; nil while they do.
    package var failure: (any Error)?
  }

  private let feeder: RingFeeder
  private var thread: BackgroundThread?

  /// Creates a player, which is not yet fed.
  ///
  /// - Parameters:
  ///   - channels: the number of the sound's channels.
  ///   - outputs: the number of the device's outputs.
  ///   - sampleRate: the sample rate of both, in hertz.
  ///   - seconds: the least time to read ahead.
  ///   - read: gives the next frames; called by the feeding thread.
  package init(channels: Int, outputs: Int, sampleRate: Double, seconds: Double = 0.5, read: @escaping Reading) {
    feeder = RingFeeder(
      channels: channels, outputs: outputs, sampleRate: sampleRate, frames: Int(seconds * sampleRate), read: read)
  }

  deinit { end() }

  /// The call that a device makes.
  package var call: DeviceCall { feeder.call }

  /// Fills the ring, and starts a thread that keeps it full.
  ///
  /// - Throws: `DeviceError` if no thread can be started.
  package func begin() throws(DeviceError) {
    feeder.fill()
    do throws(SystemError) {
      thread = try BackgroundThread { [feeder] in feeder.run() }
    } catch {
      throw DeviceError(.system("no thread can be started: \(error.reasonAndRemedy)"))
    }
  }

  /// Ends the feeding thread after its current read.
  package func end() {
    feeder.end()
    thread?.join()
    thread = nil
  }

  /// Pauses or resumes, without a click.
  package func setPlaying(_ plays: Bool) { feeder.setPlaying(plays) }

  /// Moves to another position, and drops what was read ahead.
  ///
  /// - Parameter change: called by the feeding thread with the number of the next frame to read.
  package func move(_ change: @escaping @Sendable (_ nextFrame: Int) throws -> Void) { feeder.move(change) }

  /// The present progress of playing.
  package var state: State { feeder.state }

  /// Waits for this many milliseconds.
  package func wait(milliseconds: Int) {
    MonotonicClock.sleep(until: MonotonicClock.nanoseconds + Int64(milliseconds) * 1_000_000)
  }
}
