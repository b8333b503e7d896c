package import ChainHosting

/// What happens while a chain plays.
package enum LiveNotice: Hashable, Sendable {
  /// The device plays at another sample rate, in hertz, or with another block length, in frames.
  case format(sampleRate: Double, blockLength: Int)
  /// The chain's latency, in frames, which is reported to the device.
  case latency(Int)
  /// The device lost sound: how often since the last such notice, and since the beginning.
  case xruns(count: Int, total: Int)
  /// The server has gone; the chain plays on by the clock until there is one again.
  case lost(reason: String)
  /// The server is there again, and the ports with their connections.
  case back(DeviceFormat)
  /// What a component gives, or the input, is silenced, and why.
  case muted(LiveEvent.Place, LiveEvent.Excess)
  /// What was silenced is heard again.
  case heard(LiveEvent.Place)
  /// A component has written outside the memory of its ports.
  case wroteOutside(stage: Int)
  /// A component took more than half of a block that came too late: its share of the block's time.
  case late(stage: Int, share: Double)
  /// A component has not come back for a second, so that no sound is played.
  case hung(stage: Int)
  /// A component's process has failed: why, and whether it is being started again. Its input is heard in its place.
  case fell(stage: Int, ChainError, restarts: Bool)
  /// A component that had fallen is heard again, after so many seconds.
  case recovered(stage: Int, seconds: Double)
  /// Plugins' processes may not have real-time priority.
  case unscheduled(reason: String)
  /// A component says that its state has changed.
  case stateChanged(stage: Int)
  /// Memory that the system may move to disk, in bytes, and why.
  case unlockedMemory(bytes: Int, reason: String)
  /// The device asks for sound faster than it is heard, or no longer does.
  case freewheel(Bool)
  /// The chain can't be loaded for the device's new format. The one that plays goes on.
  case failed(ChainError)
  /// A component's state can't be saved for the device's new format, so it starts from the one that it was loaded with.
  case unsaved(ChainError)
  /// What the device says, which changes nothing.
  case message(String)
  /// What a plugin says.
  case plugin(PluginMessage)
}
