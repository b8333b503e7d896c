internal import Glibc

/// An event in a chain on a device.
public enum LiveEvent: Hashable, Sendable {
  /// The source of samples that were muted, to protect hearing.
  public enum Place: Hashable, Sendable {
    /// The device's own input.
    case input
    /// A component, by its place in the chain, from 0.
    case stage(Int)
  }

  /// Why samples were muted.
  public enum Excess: Hashable, Sendable {
    /// Some were infinite or NaN.
    case notFinite
    /// They were above +24 dBFS: their peak in decibels.
    case tooLoud(decibels: Double)

    /// An excess.
    ///
    /// - Parameter bits: the bit pattern of a peak's magnitude.
    package init(bits: UInt32) {
      let peak = Double(Float(bitPattern: bits))
      self = peak.isFinite ? .tooLoud(decibels: 20 * log10(peak)) : .notFinite
    }
  }

  /// The chain's latency has changed, in frames.
  case latency(frames: Int)
  /// Sound was muted, to protect hearing.
  case muted(Place, Excess)
  /// The sound is heard again, after half a second without such samples.
  case heard(Place)
  /// An edit is heard, and what it replaced no longer is: the component that it concerned, if there was one, and the
  /// latency in frames.
  case settled(UnitNumber?, latency: Int)
  /// A component's process has failed, and its input is heard in its place: why, and whether it is being restarted.
  case fell(UnitNumber, ChainError, restarts: Bool)
  /// A component has sent an event.
  case plugin(PluginEvent)
  /// A component has written just before the memory of its audio ports. Reported once.
  case wroteOutside(stage: Int)
  /// Components' processes were refused real-time priority. Reported once.
  case unscheduled(reason: String)
  /// The chain's memory could not be locked: its size in bytes, and the operating system's reason. Reported once.
  case unlockedMemory(bytes: Int, reason: String)
}
