/// What calls a chain for each block of sound: a sound server, or a clock.
///
/// Its life cycle is ``open(_:call:notice:)``, ``start()``, ``stop()``, ``close()``, and may begin again. Any thread
/// may make these calls, one at a time; none may be made from the ``DeviceCall`` or from a notice. To revive a lost
/// device, close it and open it again: starting it restores its ports and connections.
package protocol AudioDevice: AnyObject, Sendable {
  /// The device's kind: `jack` or `null`.
  var name: String { get }

  /// Registers the device's ports. Nothing is called yet.
  ///
  /// - Parameters:
  ///   - wishes: the properties that it should have.
  ///   - call: the function to call for each block, on the render thread.
  ///   - notice: called for each event, on a thread of the device other than the render thread.
  /// - Returns: the properties that it has.
  /// - Throws: ``DeviceError`` if it can't be opened.
  func open(
    _ wishes: DeviceWishes, call: DeviceCall, notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> DeviceFormat

  /// Starts making the call, and connects the ports.
  ///
  /// - Throws: ``DeviceError`` if the device refuses, or a named port does not exist; the device is then stopped.
  func start() throws(DeviceError)

  /// Stops making the call: when this returns, no call is under way. The device plays silence until ``start()``.
  func stop()

  /// Closes the device and its ports. It can be opened again.
  func close()

  /// Reports the latency to other clients, in frames. Must not be called from the ``DeviceCall``.
  func setLatency(_ frames: Int)

  /// Retries connections that a recovered device could not restore because the other clients' ports were missing.
  ///
  /// - Returns: those that are still missing.
  func reconnect() -> [DeviceConnection]

  /// Connects two ports. The device's own may be named without the client's name.
  ///
  /// - Throws: ``DeviceError`` if there is no such port, or the device has no ports.
  func connect(_ ports: DeviceConnection) throws(DeviceError)

  /// Disconnects two connected ports.
  func disconnect(_ ports: DeviceConnection) throws(DeviceError)

  /// Starts or stops the transport of all clients.
  func setPlaying(_ isPlaying: Bool) throws(DeviceError)

  /// Moves the transport of all clients.
  func locate(_ frame: UInt32) throws(DeviceError)

  /// The share of a block's time that is in use, 0 to 1; for a server, by all of its clients.
  var load: Double { get }
}

extension AudioDevice {
  /// Returns no connections: most devices have none to restore.
  package func reconnect() -> [DeviceConnection] { [] }

  package func connect(_ ports: DeviceConnection) throws(DeviceError) { throw .without("ports") }
  package func disconnect(_ ports: DeviceConnection) throws(DeviceError) { throw .without("ports") }
  package func setPlaying(_ isPlaying: Bool) throws(DeviceError) { throw .without("transport") }
  package func locate(_ frame: UInt32) throws(DeviceError) { throw .without("transport") }
}

/// The properties of an open device.
package struct DeviceFormat: Hashable, Sendable {
  /// The name that other clients see.
  package var clientName: String
  /// The sample rate in hertz.
  package var sampleRate: Double
  /// The length of a block, in frames. It may change while the device runs: see ``DeviceNotice/blockLength(_:)``.
  package var blockLength: Int
  /// Whether the render thread has real-time priority.
  package var isRealtime: Bool

  /// Creates a format from its values.
  package init(clientName: String, sampleRate: Double, blockLength: Int, isRealtime: Bool) {
    self.clientName = clientName
    self.sampleRate = sampleRate
    self.blockLength = blockLength
    self.isRealtime = isRealtime
  }
}

/// An event of an open device.
package enum DeviceNotice: Hashable, Sendable {
  /// The block length has changed to this many frames.
  case blockLength(Int)
  /// The sample rate has changed to this many hertz.
  case sampleRate(Double)
  /// Freewheeling began or ended: while it lasts, blocks come as fast as possible and have no deadline.
  case freewheel(Bool)
  /// Blocks were lost: the total since the device was opened.
  case xrun(count: Int)
  /// The server has stopped. Close the device; it can be opened again.
  case lost(reason: String)
  /// All connections of the device's own ports, after one has changed.
  case connected([DeviceConnection])
  /// A message from the server's library.
  case message(String)
}

/// The function to call for each block, on the render thread. It is a C function because calling one counts no
/// references.
///
/// The function must not wait, allocate or lock. It fills all outputs, and may write to the cycle's `sent` and
/// `sentCount`.
package struct DeviceCall: @unchecked Sendable {
  // SAFETY: the caller keeps what `context` points to until ``AudioDevice/stop()`` has returned; one thread at a time
  // calls.

  /// The type of the function. Its second argument is the address of a `LiveCycle`.
  package typealias Function =
    @convention(c) (_ context: UnsafeMutableRawPointer?, _ cycle: UnsafeMutableRawPointer) -> Void

  /// The C function to call.
  package let function: Function
  /// The function's first argument.
  package let context: UnsafeMutableRawPointer?

  /// Creates a call to a C function.
  package init(_ function: @escaping Function, context: UnsafeMutableRawPointer?) {
    self.function = function
    self.context = context
  }
}
