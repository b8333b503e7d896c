package import ChainHosting

/// An event while a chain plays.
package enum LiveNotice: Hashable, Sendable {
  /// The device plays at another sample rate, in hertz, or with another block length, in frames.
  case format(sampleRate: Double, blockLength: Int)
  /// The chain's latency, in frames, which is reported to the device.
  case latency(Int)
  /// The device lost blocks: since the last such notice, and in total.
  case xruns(count: Int, total: Int)
  /// The server has stopped; the chain plays on with a clock until it is back.
  case lost(reason: String)
  /// The server is back, with the ports and their connections.
  case back(DeviceFormat)
  /// The output of a component, or the input, is muted, and why.
  case muted(LiveEvent.Place, LiveEvent.Excess)
  /// The muted sound is heard again.
  case heard(LiveEvent.Place)
  /// A component has written outside the memory of its ports.
  case wroteOutside(stage: Int)
  /// A component took more than half of a block that came too late: its share of the block's time.
  case late(stage: Int, share: Double)
  /// A component has been running for a second without returning, so no sound is playing.
  case hung(stage: Int)
  /// A component's process has failed: why, and whether it is being restarted. Its input is heard in its place.
  case fell(stage: Int, ChainError, restarts: Bool)
  /// A failed component is heard again, after this many seconds.
  case recovered(stage: Int, seconds: Double)
  /// Plugins' processes were refused real-time priority.
  case unscheduled(reason: String)
  /// A component says that its state has changed.
  case stateChanged(stage: Int)
  /// Memory that the system may swap out, in bytes, and why.
  case unlockedMemory(bytes: Int, reason: String)
  /// Freewheeling, which is rendering faster than real time, began or ended.
  case freewheel(Bool)
  /// The chain can't be loaded for the device's new format, so it plays on as it is.
  case failed(ChainError)
  /// A component's state can't be saved for the device's new format, so it restarts from the last one that is
  /// known.
  case unsaved(ChainError)
  /// A message of the device, for information.
  case message(String)
  /// A message of a plugin.
  case plugin(PluginMessage)
}
