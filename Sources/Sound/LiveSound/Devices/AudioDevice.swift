/// What calls a chain for each block of sound: a sound server, or a clock.
///
/// Its life is ``open(_:call:notice:)``, ``start()``, ``stop()``, ``close()``, and again from the beginning. Any thread may
/// make these calls, one at a time; none may be made from the ``DeviceCall`` or from a notice. A device that was lost is
/// closed and opened again: it has its ports and connections back once it is started.
package protocol AudioDevice: AnyObject, Sendable {
  /// The device's kind: `jack` or `null`.
  var name: String { get }

  /// Registers the device's ports. Nothing is called yet.
  ///
  /// - Parameters:
  ///   - wishes: what it is to be like.
  ///   - call: what is called for each block, on the render thread.
  ///   - notice: what happens to the device; called on a thread of the device, which is not the render thread.
  /// - Returns: what it is like.
  /// - Throws: ``DeviceError`` where there is no such device.
  func open(
    _ wishes: DeviceWishes, call: DeviceCall, notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> DeviceFormat

  /// From now on the call is made; the ports are connected.
  ///
  /// - Throws: ``DeviceError`` where the device refuses, or a port that was named does not exist; it does not run then.
  func start() throws(DeviceError)

  /// No call is under way when it returns, and none is made until ``start()``. The device plays silence meanwhile.
  func stop()

  /// Ends it, with its ports. It may be opened again.
  func close()

  /// Tells others how late the sound comes, in frames. Not from the call.
  func setLatency(_ frames: Int)

  /// Tries again the connections that a device which is back could not restore, because others' ports were not there yet.
  ///
  /// - Returns: those that are still missing.
  func reconnect() -> [DeviceConnection]

  /// Connects two ports. Its own may be named without the client's name.
  ///
  /// - Throws: ``DeviceError`` where there is no such port, or the device has none.
  func connect(_ ports: DeviceConnection) throws(DeviceError)

  /// Takes a connection away.
  func disconnect(_ ports: DeviceConnection) throws(DeviceError)

  /// Starts or stops the transport of all clients.
  func setPlaying(_ isPlaying: Bool) throws(DeviceError)

  /// Moves the transport of all clients.
  func locate(_ frame: UInt32) throws(DeviceError)

  /// How much of a block's time is used, 0 to 1; for a server, by all of its clients.
  var load: Double { get }
}

extension AudioDevice {
  /// None: most devices have no connections.
  package func reconnect() -> [DeviceConnection] { [] }

  package func connect(_ ports: DeviceConnection) throws(DeviceError) { throw .without("ports") }
  package func disconnect(_ ports: DeviceConnection) throws(DeviceError) { throw .without("ports") }
  package func setPlaying(_ isPlaying: Bool) throws(DeviceError) { throw .without("transport") }
  package func locate(_ frame: UInt32) throws(DeviceError) { throw .without("transport") }
}

/// What a device is like once it is open.
package struct DeviceFormat: Hashable, Sendable {
  /// The name that others see.
  package var clientName: String
  /// In Hz.
  package var sampleRate: Double
  /// The frames of a block. It may change while the device runs: ``DeviceNotice/blockLength(_:)``.
  package var blockLength: Int
  /// Whether the render thread has real-time priority.
  package var isRealtime: Bool

  /// Creates a format.
  package init(clientName: String, sampleRate: Double, blockLength: Int, isRealtime: Bool) {
    self.clientName = clientName
    self.sampleRate = sampleRate
    self.blockLength = blockLength
    self.isRealtime = isRealtime
  }
}

/// What happens to a device while it is open.
package enum DeviceNotice: Hashable, Sendable {
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

/// What is called for each block, on the render thread: a C function, because a call of one counts no references.
///
/// The function must not wait, allocate or lock. It fills all outputs, and may write to the cycle's `sent` and `sentCount`.
package struct DeviceCall: @unchecked Sendable {
  // SAFETY: the caller keeps what `context` points to until ``AudioDevice/stop()`` has returned; one thread at a time calls.

  /// The type of the function. Its second argument is the address of a `LiveCycle`.
  package typealias Function =
    @convention(c) (_ context: UnsafeMutableRawPointer?, _ cycle: UnsafeMutableRawPointer) -> Void

  /// What is called.
  package let function: Function
  /// What it gets as its first argument.
  package let context: UnsafeMutableRawPointer?

  /// Creates a call.
  package init(_ function: @escaping Function, context: UnsafeMutableRawPointer?) {
    self.function = function
    self.context = context
  }
}
