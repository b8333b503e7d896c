/// What happens to a device while it is open.
public enum DeviceNotice: Hashable, Sendable {
  /// Blocks have another length from now on, in frames.
  case blockLength(Int)
  /// The rate is another one from now on, in Hz.
  case sampleRate(Double)
  /// Blocks come as fast as they can, without a deadline; or they no longer do.
  case freewheel(Bool)
  /// Blocks were lost: all since the device was opened.
  case xrun(count: Int)
  /// The server is gone. The device is to be closed, and may be opened again.
  case lost(reason: String)
  /// The connections of the device's own ports, all of them, after a change.
  case connected([DeviceConnection])
  /// What the server's library says.
  case message(String)
}
