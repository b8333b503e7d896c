internal import Linux

/// Plays on a device what a function gives, pulled ahead by a thread of its own: the function may read files, compute and block.
///
/// Use it on one thread, and keep it until no device makes calls.
package final class RingPlayer {
  // SAFETY: What gives frames has room for `count` samples of each channel, during the call.

  /// Gives the next frames: fewer than wanted at the end, which may be followed by more after a ``move(_:)``.
  package typealias Reading = (_ channels: [UnsafeMutablePointer<Float>], _ count: Int) throws -> Int

  /// How far it is.
  package struct State {
    /// Frames that the device has taken, or that were passed over.
    package var played: Int
    /// Frames that were missing when the device needed them.
    package var missing: Int
    /// Whether all has been played.
    package var isOver: Bool
    /// Why no more comes; nil while it does.
    package var failure: (any Error)?
  }

  private let feeder: RingFeeder
  private var thread: BackgroundThread?

  /// A player, which is not fed yet.
  ///
  /// - Parameters:
  ///   - channels: of the sound.
  ///   - outputs: of the device.
  ///   - sampleRate: of both, in hertz.
  ///   - seconds: how much is pulled ahead, at least.
  ///   - read: gives the next frames; called by the feeding thread.
  package init(channels: Int, outputs: Int, sampleRate: Double, seconds: Double = 0.5, read: @escaping Reading) {
    feeder = RingFeeder(
      channels: channels, outputs: outputs, sampleRate: sampleRate, frames: Int(seconds * sampleRate), read: read)
  }

  deinit { end() }

  /// What a device is to call.
  package var call: DeviceCall { feeder.call }

  /// Fills the ring, and keeps it full from then on by a thread.
  ///
  /// - Throws: `DeviceError` if there can't be another thread.
  package func begin() throws(DeviceError) {
    feeder.fill()
    do throws(SystemError) {
      thread = try BackgroundThread { [feeder] in feeder.run() }
    } catch {
      throw DeviceError(.system("no thread can be started: \(error.reasonAndRemedy)"))
    }
  }

  /// Ends the feeding thread, once what it reads has come.
  package func end() {
    feeder.end()
    thread?.join()
    thread = nil
  }

  /// Pauses, or goes on; both without a click.
  package func setPlaying(_ plays: Bool) { feeder.setPlaying(plays) }

  /// Moves the sound: what was pulled ahead is passed over.
  ///
  /// - Parameter change: called by the feeding thread, with the number of the frame that is read next.
  package func move(_ change: @escaping @Sendable (_ nextFrame: Int) throws -> Void) { feeder.move(change) }

  /// How far it is now.
  package var state: State { feeder.state }

  /// Lets some time pass.
  package func wait(milliseconds: Int) {
    MonotonicClock.sleep(until: MonotonicClock.nanoseconds + Int64(milliseconds) * 1_000_000)
  }
}
